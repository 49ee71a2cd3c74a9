import type { FastifyInstance } from 'fastify';
import type { FloodKind } from '#contract/endpoint.ts';
import type { OpenCounter } from '#server/instances/counting.ts';
import { networkOf } from '#server/lib/network.ts';
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
	const counted = { 'sign-up': open('sign-up'), 'visitor feedback': open('visitor feedback') };

	app.addHook('preParsing', async ({ caller, ip, routeOptions }, reply) => {
		const flood = routeOptions.config.endpoint?.flood;
		if (!flood || caller) return;
		const counts = await Promise.all(
			counted[flood].map(async ({ counter, most }) => {
				const { count, waitSeconds } = await counter.add(networkOf(ip));
				return count > most ? waitSeconds : 0;
			}),
		);
		const waitSeconds = Math.max(...counts);
		if (waitSeconds > 0) throw refuseTooMany(reply, waitSeconds);
	});
	app.addHook('onError', async ({ caller, ip, routeOptions }) => {
		const flood = routeOptions.config.endpoint?.flood;
		if (!flood || caller) return;
		await Promise.all(counted[flood].map(({ counter }) => counter.takeBack(networkOf(ip))));
	});
}
