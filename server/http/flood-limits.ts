import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type FloodKind, tooManyFromNetwork } from '#contract/core/errors.ts';
import type { OpenCounter } from '#server/cluster/counter.ts';
import { networkOf } from '#server/lib/ip-network.ts';
import { tooManyError } from './too-many-error.ts';

interface FloodWindow {
	seconds: number;
	/** Successful requests per IP address (IPv6: per network). */
	max: number;
}

const TEN_MINUTES = 600;
const HOUR = 3600;

/**
 * Limits per address for calls that need no account and cause work for administrators. A hostel behind one address can
 * make at most a hundred sign-ups per hour, in bursts of thirty. A script is slowed down to that rate.
 */
export const FLOOD_LIMITS = {
	'sign-up': [
		{ seconds: TEN_MINUTES, max: 30 },
		{ seconds: HOUR, max: 100 },
	],
	'visitor feedback': [
		{ seconds: TEN_MINUTES, max: 10 },
		{ seconds: HOUR, max: 30 },
	],
} as const satisfies Record<FloodKind, readonly FloodWindow[]>;

/**
 * Limits the calls of visitors to endpoints with a `floodLimit`. A request is counted before its body is read, and
 * refunded if it fails, for example in validation.
 */
export function mountFloodLimits(app: FastifyInstance, openCounter: OpenCounter): void {
	const openWindows = (kind: FloodKind) =>
		FLOOD_LIMITS[kind].map(({ seconds, max }) => ({
			max,
			counter: openCounter(`${kind} in ${seconds} s`, seconds),
		}));
	const windows = {
		'sign-up': openWindows('sign-up'),
		'visitor feedback': openWindows('visitor feedback'),
	};
	/** The network that each request was counted for. A request refused earlier has no entry and is not refunded. */
	const countedNetworks = new WeakMap<FastifyRequest, string>();

	app.addHook('preParsing', async (request, reply) => {
		const { caller, ip, routeOptions } = request;
		const flood = routeOptions.config.endpoint?.floodLimit;
		if (!flood || caller) return;
		const network = networkOf(ip);
		countedNetworks.set(request, network);
		const waits = await Promise.all(
			windows[flood].map(async ({ counter, max }) => {
				const { count, waitSeconds } = await counter.add(network);
				return count > max ? waitSeconds : 0;
			}),
		);
		const waitSeconds = Math.max(...waits);
		if (waitSeconds > 0)
			throw tooManyError(reply, waitSeconds, tooManyFromNetwork(flood, waitSeconds));
	});
	app.addHook('onError', async (request) => {
		const flood = request.routeOptions.config.endpoint?.floodLimit;
		const network = countedNetworks.get(request);
		if (!flood || network === undefined) return;
		await Promise.all(windows[flood].map(({ counter }) => counter.refund(network)));
	});
}
