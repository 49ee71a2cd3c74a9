import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FloodKind } from '#contract/core/endpoint.ts';
import type { OpenCounter } from '#server/cluster/counter.ts';
import { networkOf } from '#server/lib/ip-network.ts';
import { refuseTooMany } from './refuse-too-many.ts';

interface Window {
	seconds: number;
	/** Requests of one address that were taken. */
	most: number;
}

const TEN_MINUTES = 600;
const HOUR = 3600;

/**
 * What needs no account and makes work for people, by address. A hostel behind one address signs up a hundred an hour, in
 * bursts of thirty; a program that goes on is slowed down to the same.
 */
export const FLOOD_LIMITS = {
	'sign-up': [
		{ seconds: TEN_MINUTES, most: 30 },
		{ seconds: HOUR, most: 100 },
	],
	'visitor feedback': [
		{ seconds: TEN_MINUTES, most: 10 },
		{ seconds: HOUR, most: 30 },
	],
} as const satisfies Record<FloodKind, readonly Window[]>;

/** Counts before the body is read; a request that is refused for what it says does not count. */
export function mountFloodLimits(app: FastifyInstance, openCounter: OpenCounter): void {
	const open = (kind: FloodKind) =>
		FLOOD_LIMITS[kind].map(({ seconds, most }) => ({
			most,
			counter: openCounter(`${kind} in ${seconds} s`, seconds),
		}));
	const windows = { 'sign-up': open('sign-up'), 'visitor feedback': open('visitor feedback') };
	/** The network each request was counted for. A request that was refused before has none, and takes nothing back. */
	const counted = new WeakMap<FastifyRequest, string>();

	app.addHook('preParsing', async (request, reply) => {
		const { caller, ip, routeOptions } = request;
		const flood = routeOptions.config.endpoint?.flood;
		if (!flood || caller) return;
		const network = networkOf(ip);
		counted.set(request, network);
		const counts = await Promise.all(
			windows[flood].map(async ({ counter, most }) => {
				const { count, waitSeconds } = await counter.add(network);
				return count > most ? waitSeconds : 0;
			}),
		);
		const waitSeconds = Math.max(...counts);
		if (waitSeconds > 0) throw refuseTooMany(reply, waitSeconds);
	});
	app.addHook('onError', async (request) => {
		const flood = request.routeOptions.config.endpoint?.flood;
		const network = counted.get(request);
		if (!flood || network === undefined) return;
		await Promise.all(windows[flood].map(({ counter }) => counter.takeBack(network)));
	});
}
