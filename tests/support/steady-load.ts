import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { buffer } from 'node:stream/consumers';

/** Of every ten requests one writes. */
const WRITES_EVERY = 10;
const ANSWER_WITHIN_MS = 10_000;
const TICK_MS = 2;

interface Schedule {
	/** Address of the app, or of the balancer in front. */
	address: string;
	/** The paths to read, in turn. */
	paths: readonly string[];
	perSecond: number;
}

export interface Figures {
	/** Milliseconds of each successful response, from when the request was due. */
	taken: number[];
	/** Requests that failed or got no response. */
	failures: string[];
	/** The text of each accepted feedback. */
	written: string[];
}

/**
 * Clients that send requests on schedule, whatever becomes of earlier ones: listings, pages, and feedback that is
 * written once. They keep connections alive as browsers do, and never retry.
 * @returns a function that ends it; resolves when all are answered
 */
export function startLoad({ address, paths, perSecond }: Schedule): () => Promise<Figures> {
	const figures: Figures = { taken: [], failures: [], written: [] };
	const agent = new Agent({ keepAlive: true, maxSockets: 1000 });
	const underWay = new Set<Promise<void>>();
	const start = performance.now();
	let sent = 0;

	async function ask(place: number): Promise<void> {
		const due = start + (place / perSecond) * 1000;
		const words = place % WRITES_EVERY === 0 ? `Feedback ${randomUUID()}` : undefined;
		const path = words ? '/api/feedback/submit' : (paths[place % paths.length] ?? '/');
		try {
			const status = await answerTo(agent, `${address}${path}`, words);
			if (status >= 300) figures.failures.push(`${path}: ${status}`);
			else {
				figures.taken.push(performance.now() - due);
				if (words) figures.written.push(words);
			}
		} catch (error) {
			figures.failures.push(`${path}: ${String(error)}`);
		}
	}

	const timer = setInterval(() => {
		const due = ((performance.now() - start) / 1000) * perSecond;
		for (; sent < due; sent++) {
			const work = ask(sent);
			underWay.add(work);
			void work.finally(() => underWay.delete(work));
		}
	}, TICK_MS);

	return async () => {
		clearInterval(timer);
		await Promise.all(underWay);
		agent.destroy();
		return figures;
	};
}

async function answerTo(agent: Agent, url: string, words: string | undefined): Promise<number> {
	const body = words && JSON.stringify({ ...WRITER, feedback: words });
	const headers = body ? { 'content-type': 'application/json' } : {};
	const asked = request(url, {
		...{ agent, headers, method: body ? 'POST' : 'GET' },
		signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
	});
	return new Promise((settle, fail) => {
		asked.once('error', fail);
		asked.once('response', (answer) => {
			buffer(answer).then(() => settle(answer.statusCode ?? 0), fail);
		});
		asked.end(body);
	});
}

const WRITER = { name: 'Asha', email: 'asha@campus.example', rating: 5, category: 'general' };
