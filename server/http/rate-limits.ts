import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Endpoint, isWrite, type LimitKind } from '#contract/core/endpoint.ts';
import type { Counter, OpenCounter } from '#server/cluster/counter.ts';
import { BusyError } from '#server/lib/app-error.ts';
import { networkOf } from '#server/lib/ip-network.ts';
import type { Caller } from './authenticate.ts';
import { mountFloodLimits } from './flood-limits.ts';
import { tooManyError } from './too-many-error.ts';

interface Limit {
	seconds: number;
	/** Calls per person. */
	person: number;
	/** Calls per IP address (IPv6: per network), which a whole hostel may share. */
	address: number;
}

/** The limit that a call counts towards, and its counter key. */
interface LimitKey {
	scope: 'person' | 'address';
	key: string;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Fast human use stays far below these limits; a page makes about five calls, and each photo is one `posting` call. */
export const LIMITS = {
	reading: { seconds: MINUTE, person: 600, address: 6000 },
	writing: { seconds: MINUTE, person: 200, address: 3000 },
	posting: { seconds: 10 * MINUTE, person: 200, address: 2000 },
	messaging: { seconds: 10 * MINUTE, person: 100, address: 1000 },
	reporting: { seconds: HOUR, person: 30, address: 300 },
	'signing in': { seconds: MINUTE, person: 20, address: 200 },
	mailing: { seconds: HOUR, person: 12, address: 200 },
	exporting: { seconds: HOUR, person: 5, address: 300 },
} as const satisfies Record<LimitKind, Limit>;

/** Maximum number of networks remembered as being at their limit. Beyond it all are forgotten, and detected again. */
const MAX_FULL_NETWORKS = 10_000;

/** All requests per address, including pages and photos. */
const REQUESTS_PER_ADDRESS = { seconds: 10, max: 1000 };

/**
 * Limits calls per address and per person: addresses before any work is done, people after authentication, both before
 * the body is read.
 * @returns the function that counts requests served from the response cache
 */
export function mountLimits(app: FastifyInstance, openCounter: OpenCounter): CountCachedRequest {
	const requests = openCounter('requests', REQUESTS_PER_ADDRESS.seconds);
	const openCallCounter = (kind: LimitKind) =>
		openCounter(`calls of ${kind}`, LIMITS[kind].seconds);
	const calls: Record<LimitKind, Counter> = {
		reading: openCallCounter('reading'),
		writing: openCallCounter('writing'),
		posting: openCallCounter('posting'),
		messaging: openCallCounter('messaging'),
		reporting: openCallCounter('reporting'),
		'signing in': openCallCounter('signing in'),
		mailing: openCallCounter('mailing'),
		exporting: openCallCounter('exporting'),
	};

	async function requireCallAllowed(
		{ routeOptions }: FastifyRequest,
		reply: FastifyReply,
		{ scope, key }: LimitKey,
	) {
		const { endpoint } = routeOptions.config;
		if (!endpoint) return;
		const kind = limitKindOf(endpoint);
		const limit: Limit = LIMITS[kind];
		await requireBelowLimit(calls[kind], key, limit[scope], reply);
	}

	app.addHook('onRequest', async (request, reply) => {
		await requireBelowLimit(requests, networkOf(request.ip), REQUESTS_PER_ADDRESS.max, reply);
		await requireCallAllowed(request, reply, { scope: 'address', key: networkOf(request.ip) });
	});
	app.addHook('preParsing', async (request, reply) => {
		const { caller } = request;
		if (caller)
			await requireCallAllowed(request, reply, { scope: 'person', key: callerKey(caller) });
	});
	// An export that was refused because too many were waiting is refunded: a user may make only five per hour.
	app.addHook('onError', async ({ caller, routeOptions }, _reply, error) => {
		const isExport = routeOptions.config.endpoint?.limit === 'exporting';
		if (caller && isExport && error instanceof BusyError)
			await calls.exporting.refund(callerKey(caller));
	});
	mountFloodLimits(app, openCounter);
	return createCachedRequestCounter(
		[requests, REQUESTS_PER_ADDRESS.max],
		[calls.reading, LIMITS.reading.address],
	);
}

/**
 * Counts a request served from the response cache, without waiting for the count.
 * @param isCall whether it is an API call, which then counts as `reading`
 * @returns false for an address at its limit: the caller then handles the request normally, which counts and refuses it
 */
export type CountCachedRequest = (address: string, isCall: boolean) => boolean;

type CounterLimit = readonly [counter: Counter, max: number];

function createCachedRequestCounter(
	allRequests: CounterLimit,
	apiCalls: CounterLimit,
): CountCachedRequest {
	/** Until when a network is at its limit, by the monotonic clock. */
	const fullUntil = new Map<string, number>();
	async function count(counter: Counter, max: number, network: string): Promise<void> {
		const counted = await counter.add(network);
		if (counted.count < max) return;
		if (fullUntil.size >= MAX_FULL_NETWORKS) fullUntil.clear();
		fullUntil.set(network, performance.now() + counted.waitSeconds * 1000);
	}
	return (address, isCall) => {
		const network = networkOf(address);
		if ((fullUntil.get(network) ?? 0) > performance.now()) return false;
		fullUntil.delete(network);
		void count(...allRequests, network);
		if (isCall) void count(...apiCalls, network);
		return true;
	};
}

/**
 * Counts a call.
 * @throws AppError too_many above the limit; Retry-After is then set
 */
async function requireBelowLimit(
	counter: Counter,
	key: string,
	max: number,
	reply: FastifyReply,
): Promise<void> {
	const { count, waitSeconds } = await counter.add(key);
	if (count > max) throw tooManyError(reply, waitSeconds);
}

function limitKindOf(endpoint: Endpoint): LimitKind {
	return endpoint.limit ?? (isWrite(endpoint) ? 'writing' : 'reading');
}

/** The key of a caller's counters. It includes the role, because ids of users and administrators overlap. */
function callerKey({ id, role }: Caller): string {
	return `${role === 'user' ? 'user' : 'administrator'} ${id}`;
}
