import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, LimitKind } from '#contract/core/endpoint.ts';
import type { Counter, OpenCounter } from '#server/cluster/counter.ts';
import { BusyError } from '#server/lib/app-error.ts';
import { networkOf } from '#server/lib/ip-network.ts';
import type { Caller } from './authenticate.ts';
import { mountFloodLimits } from './flood-limits.ts';
import { tooManyError } from './too-many-error.ts';

interface Limit {
	seconds: number;
	/** Calls of one person. */
	person: number;
	/** Calls of one address, which a whole hostel may share. */
	address: number;
}

/** Whose limit a call counts towards, and under what it is counted with others. */
interface LimitKey {
	scope: Exclude<keyof Limit, 'seconds'>;
	key: string;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Somebody in a hurry stays far below; a page makes about five calls, a photo is one of posting. */
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

/** Networks known to be at their limit; without, they are found out again. */
const MAX_FULL_NETWORKS = 10_000;

/** Requests of one address for anything at all, pages and photos included. */
const REQUESTS_PER_ADDRESS = { seconds: 10, count: 1000 };

/**
 * Limits how often one address and one person do what: addresses before anything is looked up for them, people once it is
 * known who they are or that nobody knows it, and all before a body is read.
 */
export function mountLimits(app: FastifyInstance, openCounter: OpenCounter): CountCachedRequest {
	const requests = openCounter('requests', REQUESTS_PER_ADDRESS.seconds);
	const open = (kind: LimitKind) => openCounter(`calls of ${kind}`, LIMITS[kind].seconds);
	const calls: Record<LimitKind, Counter> = {
		reading: open('reading'),
		writing: open('writing'),
		posting: open('posting'),
		messaging: open('messaging'),
		reporting: open('reporting'),
		'signing in': open('signing in'),
		mailing: open('mailing'),
		exporting: open('exporting'),
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
		await requireBelowLimit(requests, networkOf(request.ip), REQUESTS_PER_ADDRESS.count, reply);
		await requireCallAllowed(request, reply, { scope: 'address', key: networkOf(request.ip) });
	});
	app.addHook('preParsing', async (request, reply) => {
		const { caller } = request;
		if (caller)
			await requireCallAllowed(request, reply, { scope: 'person', key: callerKey(caller) });
	});
	// Five an hour are few, and who finds too many waiting has had nothing of it.
	app.addHook('onError', async ({ caller, routeOptions }, _reply, error) => {
		const isExport = routeOptions.config.endpoint?.limit === 'exporting';
		if (caller && isExport && error instanceof BusyError)
			await calls.exporting.refund(callerKey(caller));
	});
	mountFloodLimits(app, openCounter);
	return createCachedRequestCounter(
		[requests, REQUESTS_PER_ADDRESS.count],
		[calls.reading, LIMITS.reading.address],
	);
}

/**
 * Counts a request that is answered at once, without waiting for the count.
 * @param isCall whether it is one of the API, and for reading then
 * @returns false for an address that has come too often by now, which is counted and told so like everybody else
 */
export type CountCachedRequest = (address: string, isCall: boolean) => boolean;

type CounterLimit = readonly [counter: Counter, most: number];

function createCachedRequestCounter(
	allRequests: CounterLimit,
	apiCalls: CounterLimit,
): CountCachedRequest {
	/** Networks that have come too often, and until when that holds, by a clock that is never put back. */
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

/** @throws Refusal too_many, with Retry-After */
async function requireBelowLimit(
	counter: Counter,
	key: string,
	max: number,
	reply: FastifyReply,
): Promise<void> {
	const { count, waitSeconds } = await counter.add(key);
	if (count > max) throw tooManyError(reply, waitSeconds);
}

function limitKindOf({ limit, method }: Endpoint): LimitKind {
	return limit ?? (method === 'GET' ? 'reading' : 'writing');
}

/** A user and an administrator may have the same number. */
function callerKey({ id, role }: Caller): string {
	return `${role === 'user' ? 'user' : 'administrator'} ${id}`;
}
