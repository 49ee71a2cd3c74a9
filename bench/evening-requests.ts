import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';

/** What people do, as it is counted. */
export const KINDS = [
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

export interface Tally {
	/** Milliseconds of each that was done. */
	taken: number[];
	/** Told to come again: by 429 or 503. */
	refused: number;
	/** Answered otherwise, or not at all. */
	failed: number;
}

export type Outcome = 'done' | 'refused' | 'failed';

export interface Tallies {
	note: (kind: Kind, outcome: Outcome, taken: number) => void;
	/** What was counted since the last time. */
	take: () => Map<Kind, Tally>;
}

export function openTallies(): Tallies {
	const fresh = () =>
		new Map(KINDS.map((kind): [Kind, Tally] => [kind, { taken: [], refused: 0, failed: 0 }]));
	let counted = fresh();
	return {
		note(kind, outcome, taken) {
			const tally = counted.get(kind);
			if (!tally) return;
			if (outcome === 'done') tally.taken.push(taken);
			else tally[outcome] += 1;
		},
		take() {
			const taken = counted;
			counted = fresh();
			return taken;
		},
	};
}

const ANSWER_WITHIN_MS = 10_000;

export interface Asking {
	kind: Kind;
	path: string;
	/** Whose address it comes from, as the proxy in front tells it. */
	from: string;
	method?: 'POST';
	token?: string | undefined;
	type?: string;
	body?: string | Buffer;
}

/** The answer's words; undefined where there was none, or not the one that was asked for. */
export type Ask = (asking: Asking) => Promise<string | undefined>;

/** Asks the market over connections that stay open, as browsers' do, and counts what becomes of it. */
export function openRequests(address: string, tallies: Tallies): { ask: Ask; close: () => void } {
	const agent = new Agent({ keepAlive: true });
	const ask: Ask = async (asking) => {
		const start = performance.now();
		const { status, words } = await answerOf(agent, address, asking).catch(() => NO_ANSWER);
		const outcome = outcomeOf(status);
		tallies.note(asking.kind, outcome, performance.now() - start);
		return outcome === 'done' ? words : undefined;
	};
	return { ask, close: () => agent.destroy() };
}

const NO_ANSWER = { status: 0, words: '' };

function outcomeOf(status: number): Outcome {
	if (status >= 200 && status < 400) return 'done';
	return status === 429 || status === 503 ? 'refused' : 'failed';
}

function answerOf(agent: Agent, address: string, asking: Asking): Promise<typeof NO_ANSWER> {
	const { path, from, method = 'GET', token, type = 'application/json', body } = asking;
	const headers = {
		'x-forwarded-for': from,
		...(token && { authorization: `Bearer ${token}` }),
		...(body && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
	};
	return new Promise((resolve, reject) => {
		const sent = request(new URL(path, address), { agent, method, headers }, (answer) => {
			const { statusCode: status = 0 } = answer;
			if (asking.kind !== 'picture') {
				text(answer).then((words) => resolve({ status, words }), reject);
				return;
			}
			answer.on('error', reject).on('end', () => resolve({ status, words: '' }));
			answer.resume();
		});
		sent.setTimeout(ANSWER_WITHIN_MS, () => sent.destroy(new Error('no answer')));
		sent.on('error', reject);
		sent.end(body);
	});
}
