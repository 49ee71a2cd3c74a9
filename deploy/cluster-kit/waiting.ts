import { setTimeout as pause } from 'node:timers/promises';

const ASK_AGAIN_MS = 200;

/**
 * Asks again and again until the answer is yes; a question that fails is a no.
 * @param what is waited for, in words
 * @throws Error when the time is over, with the last fault, or when it is given up
 */
export async function waitUntil(
	what: string,
	question: () => Promise<boolean>,
	{ withinMs, signal }: { withinMs: number; signal?: AbortSignal | undefined },
): Promise<void> {
	const deadline = performance.now() + withinMs;
	let fault: unknown;
	for (;;) {
		try {
			if (await question()) return;
		} catch (error) {
			fault = error;
		}
		if (performance.now() > deadline) {
			throw new Error(`Not within ${withinMs / 1000} s: ${what}.`, { cause: fault });
		}
		await pause(ASK_AGAIN_MS, undefined, { signal });
	}
}
