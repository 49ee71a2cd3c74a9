import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Outcome } from './busy-app-actions.ts';

const RESPONSE_TIMEOUT_MS = 10_000;
/** A refused request is repeated after this time, as the page does. */
const RETRY_DELAY_MS = 200;
const READ_INTERVAL_MS = 20;

export interface Poster {
	/** The posted items by idempotency key, with their ids. */
	acknowledged: Map<string, number>;
	/** Resolves when a post that begins from now on is acknowledged. */
	waitForNextPost: () => Promise<void>;
	/** Figures since the last call. */
	takeStatistics: () => { longestWaitMs: number; rejections: number };
	stop: () => Promise<void>;
}

/** Posts one item after the other, each repeated until it succeeds, as the page does. */
export function startPosting(post: (key: string) => Promise<Outcome>): Poster {
	const acknowledged = new Map<string, number>();
	let rejections = 0;
	let longestWaitMs = 0;
	let isStopped = false;
	let nextPost = Promise.withResolvers<void>();

	async function postOnce(key: string): Promise<void> {
		while (!isStopped) {
			const outcome = await post(key);
			if ('createdId' in outcome) {
				acknowledged.set(key, outcome.createdId);
				return;
			}
			rejections += 1;
			await wait(RETRY_DELAY_MS);
		}
	}

	async function run(): Promise<void> {
		let lastSuccessAt = performance.now();
		while (!isStopped) {
			const posted = nextPost;
			await postOnce(randomUUID());
			longestWaitMs = Math.max(longestWaitMs, performance.now() - lastSuccessAt);
			lastSuccessAt = performance.now();
			posted.resolve();
		}
	}
	const loop = run();
	return {
		acknowledged,
		takeStatistics() {
			const statistics = { longestWaitMs, rejections };
			longestWaitMs = 0;
			rejections = 0;
			return statistics;
		},
		async waitForNextPost() {
			nextPost = Promise.withResolvers();
			await nextPost.promise;
		},
		async stop() {
			isStopped = true;
			await loop;
		},
	};
}

export interface Reader {
	/** Served requests since the last call, and the failures with status or error. */
	takeStatistics: () => { served: number; failures: string[] };
	stop: () => Promise<void>;
}

/**
 * Reads paths in turn without retries: a request that is not served is a failure. `{turn}` in a path becomes a new number
 * each time, so that no cache has the answer.
 */
export function startReading(address: string, paths: readonly string[]): Reader {
	let failures: string[] = [];
	let served = 0;
	let isStopped = false;

	async function run(): Promise<void> {
		for (let turn = 0; !isStopped; turn++) {
			const path = `${paths[turn % paths.length]}`.replace('{turn}', String(turn));
			const status = await statusOf(`${address}${path}`);
			if (status === 200) served += 1;
			else failures.push(`${path}: ${status}`);
			await wait(READ_INTERVAL_MS);
		}
	}
	const loop = run();
	return {
		takeStatistics() {
			const statistics = { served, failures };
			served = 0;
			failures = [];
			return statistics;
		},
		async stop() {
			isStopped = true;
			await loop;
		},
	};
}

async function statusOf(url: string): Promise<number | string> {
	try {
		const response = await fetch(url, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
		await response.arrayBuffer();
		return response.status;
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}
