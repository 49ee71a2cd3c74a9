import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 200;

/**
 * Repeats a check until it is true; a check that throws counts as false.
 * @param description names the condition in the error message
 * @throws Error after the timeout, with the last error of the check as its cause; AbortError when the signal is aborted
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
		await wait(POLL_MS, undefined, { signal });
	}
}
