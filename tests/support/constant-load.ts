import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { buffer } from 'node:stream/consumers';

/** One in ten requests writes. */
const REQUESTS_PER_WRITE = 10;
const RESPONSE_TIMEOUT_MS = 10_000;
const TICK_MS = 2;

interface Schedule {
	/** Address of the app, or of the balancer in front. */
	address: string;
	/** The paths to read, in turn. */
	paths: readonly string[];
	perSecond: number;
}

export interface LoadResults {
	/** Milliseconds of each successful response, from when the request was due. */
	durationsMs: number[];
	/** Requests that failed or got no response. */
	failures: string[];
	/** The text of each accepted feedback. */
	written: string[];
}

/**
 * Sends requests at a constant rate, whether or not earlier ones are answered: listings, pages, and feedback with a unique
 * text. Connections are kept alive as by browsers, and nothing is retried.
 * @returns a function that ends the load and resolves when all requests are answered
 */
export function startLoad({ address, paths, perSecond }: Schedule): () => Promise<LoadResults> {
	const results: LoadResults = { durationsMs: [], failures: [], written: [] };
	const agent = new Agent({ keepAlive: true, maxSockets: 1000 });
	const underWay = new Set<Promise<void>>();
	const start = performance.now();
	let sentCount = 0;

	async function send(index: number): Promise<void> {
		const dueAt = start + (index / perSecond) * 1000;
		const text = index % REQUESTS_PER_WRITE === 0 ? `Feedback ${randomUUID()}` : undefined;
		const path = text ? '/api/feedback/submit' : (paths[index % paths.length] ?? '/');
		try {
			const status = await requestStatus(agent, `${address}${path}`, text);
			if (status >= 300) results.failures.push(`${path}: ${status}`);
			else {
				results.durationsMs.push(performance.now() - dueAt);
				if (text) results.written.push(text);
			}
		} catch (error) {
			results.failures.push(`${path}: ${String(error)}`);
		}
	}

	const timer = setInterval(() => {
		const dueCount = ((performance.now() - start) / 1000) * perSecond;
		for (; sentCount < dueCount; sentCount++) {
			const work = send(sentCount);
			underWay.add(work);
			void work.finally(() => underWay.delete(work));
		}
	}, TICK_MS);

	return async () => {
		clearInterval(timer);
		await Promise.all(underWay);
		agent.destroy();
		return results;
	};
}

async function requestStatus(agent: Agent, url: string, text: string | undefined): Promise<number> {
	const body = text && JSON.stringify({ ...FEEDBACK_AUTHOR, feedback: text });
	const headers = body ? { 'content-type': 'application/json' } : {};
	const outgoing = request(url, {
		agent,
		headers,
		method: body ? 'POST' : 'GET',
		signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
	});
	return new Promise((resolve, reject) => {
		outgoing.once('error', reject);
		outgoing.once('response', (response) => {
			buffer(response).then(() => resolve(response.statusCode ?? 0), reject);
		});
		outgoing.end(body);
	});
}

const FEEDBACK_AUTHOR = {
	name: 'Asha',
	email: 'asha@campus.example',
	rating: 5,
	category: 'general',
};
