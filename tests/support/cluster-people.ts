import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome } from './busy-deeds.ts';

const ANSWER_WITHIN_MS = 10_000;
/** A refused request is repeated after this time, as the page does. */
const AGAIN_AFTER_MS = 200;
const READ_EVERY_MS = 20;

export interface Poster {
	/** The posted items by idempotency key, with their ids. */
	acknowledged: Map<string, number>;
	/** Resolves when a post that begins from now on is acknowledged. */
	postsAgain: () => Promise<void>;
	/** Figures since the last call. */
	takeFigures: () => { longestWaitMs: number; refusals: number };
	end: () => Promise<void>;
}

/** Posts one item after the other, each repeated until it succeeds, as the page does. */
export function keepPosting(post: (key: string) => Promise<Outcome>): Poster {
	const acknowledged = new Map<string, number>();
	let refusals = 0;
	let longestWaitMs = 0;
	let isOver = false;
	let isPosted = Promise.withResolvers<void>();

	async function postOnce(key: string): Promise<void> {
		while (!isOver) {
			const outcome = await post(key);
			if ('made' in outcome) {
				acknowledged.set(key, outcome.made);
				return;
			}
			refusals += 1;
			await pause(AGAIN_AFTER_MS);
		}
	}

	async function keepOn(): Promise<void> {
		let lastYes = performance.now();
		while (!isOver) {
			const begun = isPosted;
			await postOnce(randomUUID());
			longestWaitMs = Math.max(longestWaitMs, performance.now() - lastYes);
			lastYes = performance.now();
			begun.resolve();
		}
	}
	const over = keepOn();
	return {
		acknowledged,
		takeFigures() {
			const figures = { longestWaitMs, refusals };
			longestWaitMs = 0;
			refusals = 0;
			return figures;
		},
		async postsAgain() {
			isPosted = Promise.withResolvers();
			await isPosted.promise;
		},
		async end() {
			isOver = true;
			await over;
		},
	};
}

export interface Reader {
	/** Served requests since the last call, and the failures with status or error. */
	takeFigures: () => { served: number; failures: string[] };
	end: () => Promise<void>;
}

/** Reads paths in turn without retries: a request that is not served is a failure. */
export function keepReading(address: string, paths: readonly string[]): Reader {
	let failures: string[] = [];
	let served = 0;
	let isOver = false;

	async function keepOn(): Promise<void> {
		for (let turn = 0; !isOver; turn++) {
			const path = `${paths[turn % paths.length]}`.replace('{turn}', String(turn));
			const said = await statusOf(`${address}${path}`);
			if (said === 200) served += 1;
			else failures.push(`${path}: ${said}`);
			await pause(READ_EVERY_MS);
		}
	}
	const over = keepOn();
	return {
		takeFigures() {
			const figures = { served, failures };
			served = 0;
			failures = [];
			return figures;
		},
		async end() {
			isOver = true;
			await over;
		},
	};
}

async function statusOf(url: string): Promise<number | string> {
	try {
		const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
		await answer.arrayBuffer();
		return answer.status;
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}
