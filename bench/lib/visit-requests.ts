import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';

/** The kinds of actions of simulated visitors (`visit.ts`), for which durations, refusals and failures are counted. */
const KINDS = [
	'page',
	'list',
	'search',
	'item',
	'picture',
	'sign-in',
	'sign-up',
	'post',
	'chat opened',
	'message',
] as const;
export type Kind = (typeof KINDS)[number];

/** The results of one kind of action. */
export interface Counter {
	/** Milliseconds of each successful action. */
	durationsMs: number[];
	/** Answered with 429 or 503. */
	refused: number;
	/** No answer, or any other. */
	failed: number;
}

export type Outcome = 'done' | 'refused' | 'failed';

/** Counts the results of actions by kind. */
export interface Counters {
	record: (kind: Kind, outcome: Outcome, durationMs: number) => void;
	/** Returns the counts since the last call. */
	takeCounts: () => Map<Kind, Counter>;
}

export function createCounters(): Counters {
	const createCounts = () =>
		new Map(
			KINDS.map((kind): [Kind, Counter] => [kind, { durationsMs: [], refused: 0, failed: 0 }]),
		);
	let counts = createCounts();
	return {
		record(kind, outcome, durationMs) {
			const counter = counts.get(kind);
			if (!counter) return;
			if (outcome === 'done') counter.durationsMs.push(durationMs);
			else counter[outcome] += 1;
		},
		takeCounts() {
			const ended = counts;
			counts = createCounts();
			return ended;
		},
	};
}

const RESPONSE_TIMEOUT_MS = 10_000;

interface VisitRequest {
	kind: Kind;
	path: string;
	/** The client's address, as a proxy forwards it. */
	clientIp: string;
	method?: 'POST';
	token?: string | undefined;
	type?: string;
	body?: string | Buffer;
}

/** Resolves to the body; undefined when the request failed or was refused. */
export type Send = (request: VisitRequest) => Promise<string | undefined>;

/** Sends requests over kept-alive connections, as browsers do, and counts their outcomes. */
export function openRequests(
	address: string,
	counters: Counters,
): { send: Send; close: () => void } {
	const agent = new Agent({ keepAlive: true });
	const send: Send = async (visitRequest) => {
		const start = performance.now();
		const { status, body } = await sendRequest(agent, address, visitRequest).catch(
			() => NO_RESPONSE,
		);
		const outcome = outcomeOf(status);
		counters.record(visitRequest.kind, outcome, performance.now() - start);
		return outcome === 'done' ? body : undefined;
	};
	return { send, close: () => agent.destroy() };
}

const NO_RESPONSE = { status: 0, body: '' };

function outcomeOf(status: number): Outcome {
	if (status >= 200 && status < 400) return 'done';
	return status === 429 || status === 503 ? 'refused' : 'failed';
}

function sendRequest(
	agent: Agent,
	address: string,
	visitRequest: VisitRequest,
): Promise<typeof NO_RESPONSE> {
	const { path, clientIp, method = 'GET', token, type = 'application/json', body } = visitRequest;
	const headers = {
		'x-forwarded-for': clientIp,
		...(token && { authorization: `Bearer ${token}` }),
		...(body && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
	};
	return new Promise((resolve, reject) => {
		const clientRequest = request(
			new URL(path, address),
			{ agent, method, headers },
			(response) => {
				const { statusCode: status = 0 } = response;
				if (visitRequest.kind !== 'picture') {
					text(response).then((content) => resolve({ status, body: content }), reject);
					return;
				}
				response.on('error', reject).on('end', () => resolve({ status, body: '' }));
				response.resume();
			},
		);
		clientRequest.setTimeout(RESPONSE_TIMEOUT_MS, () =>
			clientRequest.destroy(new Error('timeout')),
		);
		clientRequest.on('error', reject);
		clientRequest.end(body);
	});
}
