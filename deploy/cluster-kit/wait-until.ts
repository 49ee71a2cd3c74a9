import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 200;

/**
 * Asks again and again until the answer is yes; a question that fails is a no.
 * @param description is waited for, in words
 * @throws Error when the time is over, with the last fault, or when it is given up
 */
export async function waitUntil(
	description: string,
	isDone: () => Promise<boolean>,
	{ withinMs, signal }: { withinMs: number; signal?: AbortSignal | undefined },
): Promise<void> {
	const deadline = performance.now() + withinMs;
	let lastError: unknown;
	for (;;) {
		try {
			if (await isDone()) return;
		} catch (error) {
			lastError = error;
		}
		if (performance.now() > deadline) {
			throw new Error(`Not within ${withinMs / 1000} s: ${description}.`, { cause: lastError });
		}
		await pause(POLL_MS, undefined, { signal });
	}
}
