import { expect, vi } from 'vitest';
import type { Locator } from 'vitest/browser';

const STEP_MS = 500;
const MAX_STEPS = 240;

/**
 * Advances the fake clock (`vi.useFakeTimers()`) in steps until an element exists or a condition holds, so that retries and
 * timeouts take no real time. The page renders between two steps, so that a message of a few seconds is seen. It may
 * also wait for real work, such as a request or a picture: after the last step, slow work has the usual time of
 * `expect.poll`.
 * @throws Error when neither two minutes of the fake clock nor the time of `expect.poll` after it are enough
 */
export async function skipUntil(expected: Locator | (() => boolean)): Promise<void> {
	const isSo = typeof expected === 'function' ? expected : () => expected.query() !== null;
	for (let step = 0; step < MAX_STEPS; step += 1) {
		if (isSo()) return;
		await vi.advanceTimersByTimeAsync(STEP_MS);
		await nextTask();
	}
	const name = typeof expected === 'function' ? String(expected) : expected.asLocator();
	await expect.poll(isSo, { message: `After two minutes: ${name}` }).toBe(true);
}

/** React renders in tasks of a message channel, which is not faked. */
function nextTask(): Promise<unknown> {
	return new Promise((resolve) => {
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = resolve;
		port2.postMessage(undefined);
	});
}
