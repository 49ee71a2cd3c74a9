import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';

/** The counted kinds of actions. */
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

export interface Counter {
	/** Milliseconds of each successful action. */
	taken: number[];
	/** Answered with 429 or 503. */
	refused: number;
	/** No answer, or any other. */
	failed: number;
}

export type Outcome = 'done' | 'refused' | 'failed';

export interface Counters {
	record: (kind: Kind, outcome: Outcome, taken: number) => void;
	/** Returns the counts since the last call. */
	takeCounts: () => Map<Kind, Counter>;
}

export function createCounters(): Counters {
	const createEmpty = () =>
		new Map(KINDS.map((kind): [Kind, Counter] => [kind, { taken: [], refused: 0, failed: 0 }]));
	let counts = createEmpty();
	return {
		record(kind, outcome, taken) {
			const counter = counts.get(kind);
			if (!counter) return;
			if (outcome === 'done') counter.taken.push(taken);
			else counter[outcome] += 1;
		},
		takeCounts() {
			const taken = counts;
			counts = createEmpty();
			return taken;
		},
	};
}

const ANSWER_WITHIN_MS = 10_000;

interface VisitRequest {
	kind: Kind;
	path: string;
	/** The client's address, as a proxy forwards it. */
	from: string;
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
		const { status, body } = await answerTo(agent, address, visitRequest).catch(() => NO_ANSWER);
		const outcome = outcomeOf(status);
		counters.record(visitRequest.kind, outcome, performance.now() - start);
		return outcome === 'done' ? body : undefined;
	};
	return { send, close: () => agent.destroy() };
}

const NO_ANSWER = { status: 0, body: '' };

function outcomeOf(status: number): Outcome {
	if (status >= 200 && status < 400) return 'done';
	return status === 429 || status === 503 ? 'refused' : 'failed';
}

function answerTo(
	agent: Agent,
	address: string,
	visitRequest: VisitRequest,
): Promise<typeof NO_ANSWER> {
	const { path, from, method = 'GET', token, type = 'application/json', body } = visitRequest;
	const headers = {
		'x-forwarded-for': from,
		...(token && { authorization: `Bearer ${token}` }),
		...(body && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
	};
	return new Promise((resolve, reject) => {
		const sent = request(new URL(path, address), { agent, method, headers }, (answer) => {
			const { statusCode: status = 0 } = answer;
			if (visitRequest.kind !== 'picture') {
				text(answer).then((content) => resolve({ status, body: content }), reject);
				return;
			}
			answer.on('error', reject).on('end', () => resolve({ status, body: '' }));
			answer.resume();
		});
		sent.setTimeout(ANSWER_WITHIN_MS, () => sent.destroy(new Error('timeout')));
		sent.on('error', reject);
		sent.end(body);
	});
}
