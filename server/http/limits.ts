import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Endpoint, isWrite, type LimitKind } from '#contract/core/endpoint.ts';
import { type FloodKind, tooManyFromNetwork, tooManyRequests } from '#contract/core/errors.ts';
import type { Counter, OpenCounter } from '#server/cluster/counter.ts';
import { AppError, BusyError } from '#server/lib/app-error.ts';
import { networkOf } from '#server/lib/ip-network.ts';
import { countRefusal } from '#server/observability/counts.ts';
import type { Caller } from './authenticate.ts';

const MINUTE = 60;
const TEN_MINUTES = 10 * MINUTE;
const HOUR = 60 * MINUTE;

/**
 * Calls per person and per IP address (IPv6: per network), which a whole hostel may share. Fast human use stays far
 * below these limits; a page makes about five calls, and each photo is one `posting` call.
 */
export const LIMITS = {
	reading: { seconds: MINUTE, person: 600, address: 6000 },
	writing: { seconds: MINUTE, person: 200, address: 3000 },
	posting: { seconds: TEN_MINUTES, person: 200, address: 2000 },
	messaging: { seconds: TEN_MINUTES, person: 100, address: 1000 },
	reporting: { seconds: HOUR, person: 30, address: 300 },
	'signing in': { seconds: MINUTE, person: 20, address: 200 },
	mailing: { seconds: HOUR, person: 12, address: 200 },
	exporting: { seconds: HOUR, person: 5, address: 300 },
} as const satisfies Record<LimitKind, { seconds: number; person: number; address: number }>;

/**
 * Successful requests per address, for calls that need no account and cause work for administrators. A hostel behind one
 * address can make at most a hundred sign-ups per hour, in bursts of thirty. A script is slowed down to that rate.
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
} as const satisfies Record<FloodKind, readonly { seconds: number; max: number }[]>;

/** All requests per address, including pages and photos. */
const REQUESTS_PER_ADDRESS = { seconds: 10, max: 1000 };

/** Uses of one thing by one key, within the window of the counter. */
export interface Limit {
	counter: Counter;
	max: number;
}

/** @returns the seconds to wait; 0 if this use is within the limit */
async function countUse({ counter, max }: Limit, key: string): Promise<number> {
	const { count, waitSeconds } = await counter.add(key);
	return count > max ? waitSeconds : 0;
}

/**
 * Counts a use and runs `work`. The use is refunded if `work` fails, or if its result does not count.
 * @throws AppError too_many above the limit; Retry-After is then set
 */
export async function limit<T>(
	used: Limit,
	{ key, reply }: { key: string; reply: FastifyReply },
	work: () => Promise<T>,
	counts: (result: T) => boolean = () => true,
): Promise<T> {
	let isCounted = false;
	try {
		const waitSeconds = await countUse(used, key);
		if (waitSeconds > 0) throw tooManyError(reply, waitSeconds);
		const result = await work();
		isCounted = counts(result);
		return result;
	} finally {
		if (!isCounted) await used.counter.refund(key);
	}
}

/** Creates the 429 error with the waiting time in its message, and sets Retry-After. */
export function tooManyError(
	reply: FastifyReply,
	waitSeconds: number,
	refusal = tooManyRequests(waitSeconds),
): AppError {
	countRefusal('limits');
	reply.header('retry-after', waitSeconds);
	return new AppError('too_many', refusal);
}

/**
 * Limits calls per address and per person: addresses before any work is done, people after authentication, both before
 * the body is read.
 * @returns the function that counts requests served from the memo
 */
export function mountLimits(app: FastifyInstance, openCounter: OpenCounter): CountCachedRequest {
	const requests = {
		counter: openCounter('requests', REQUESTS_PER_ADDRESS.seconds),
		max: REQUESTS_PER_ADDRESS.max,
	};
	const openCalls = (kind: LimitKind) => openCounter(`calls of ${kind}`, LIMITS[kind].seconds);
	const calls: Record<LimitKind, Counter> = {
		reading: openCalls('reading'),
		writing: openCalls('writing'),
		posting: openCalls('posting'),
		messaging: openCalls('messaging'),
		reporting: openCalls('reporting'),
		'signing in': openCalls('signing in'),
		mailing: openCalls('mailing'),
		exporting: openCalls('exporting'),
	};

	async function require(used: Limit, key: string, reply: FastifyReply): Promise<void> {
		const waitSeconds = await countUse(used, key);
		if (waitSeconds > 0) throw tooManyError(reply, waitSeconds);
	}

	async function requireCall(
		{ routeOptions }: FastifyRequest,
		reply: FastifyReply,
		scope: 'person' | 'address',
		key: string,
	): Promise<void> {
		const { endpoint } = routeOptions.config;
		if (!endpoint) return;
		const kind = limitKindOf(endpoint);
		await require({ counter: calls[kind], max: LIMITS[kind][scope] }, key, reply);
	}

	app.addHook('onRequest', async (request, reply) => {
		await require(requests, networkOf(request.ip), reply);
		await requireCall(request, reply, 'address', networkOf(request.ip));
	});
	app.addHook('preParsing', async (request, reply) => {
		const { caller } = request;
		if (caller) await requireCall(request, reply, 'person', callerKey(caller));
	});
	// An export that was refused because too many were waiting is refunded: a user may make only five per hour.
	app.addHook('onError', async ({ caller, routeOptions }, _reply, error) => {
		const isExport = routeOptions.config.endpoint?.limit === 'exporting';
		if (caller && isExport && error instanceof BusyError)
			await calls.exporting.refund(callerKey(caller));
	});
	mountFloodLimits(app, openCounter);
	const reading = { counter: calls.reading, max: LIMITS.reading.address };
	return createCachedRequestCounter(requests, reading);
}

function limitKindOf(endpoint: Endpoint): LimitKind {
	return endpoint.limit ?? (isWrite(endpoint) ? 'writing' : 'reading');
}

/** The key of a caller's counters. It includes the role, because ids of users and administrators overlap. */
function callerKey({ id, role }: Caller): string {
	return `${role === 'user' ? 'user' : 'administrator'} ${id}`;
}

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
	const windows: Record<FloodKind, Limit[]> = {
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
		const waits = await Promise.all(windows[flood].map((window) => countUse(window, network)));
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

/** Maximum number of networks remembered as being at their limit. Beyond it all are forgotten, and detected again. */
const MAX_FULL_NETWORKS = 10_000;

/**
 * Counts a request served from the memo, without waiting for the count.
 * @param isCall whether it is an API call, which then counts as `reading`
 * @returns false for an address at its limit: the caller then handles the request normally, which counts and refuses it
 */
export type CountCachedRequest = (address: string, isCall: boolean) => boolean;

function createCachedRequestCounter(requests: Limit, reading: Limit): CountCachedRequest {
	/** Until when a network is at its limit, by the monotonic clock. */
	const fullUntil = new Map<string, number>();
	async function count({ counter, max }: Limit, network: string): Promise<void> {
		const counted = await counter.add(network);
		if (counted.count < max) return;
		if (fullUntil.size >= MAX_FULL_NETWORKS) fullUntil.clear();
		fullUntil.set(network, performance.now() + counted.waitSeconds * 1000);
	}
	return (address, isCall) => {
		const network = networkOf(address);
		if ((fullUntil.get(network) ?? 0) > performance.now()) return false;
		fullUntil.delete(network);
		void count(requests, network);
		if (isCall) void count(reading, network);
		return true;
	};
}
