import { vi } from 'vitest';
import type { Locator } from 'vitest/browser';

const STEP_MS = 500;
const MAX_STEPS = 240;

/**
 * Advances the fake clock (`vi.useFakeTimers()`) until an element is there, or a condition holds: retries and timeouts
 * take no time. For what waits for real work as well (a request, a picture), where a fixed time may not be enough.
 * @throws Error when it is not so two minutes later
 */
export async function skipUntil(expected: Locator | (() => boolean)): Promise<void> {
	const isSo = typeof expected === 'function' ? expected : () => expected.query() !== null;
	for (let step = 0; step < MAX_STEPS; step += 1) {
		if (isSo()) return;
		await vi.advanceTimersByTimeAsync(STEP_MS);
	}
	const name = typeof expected === 'function' ? String(expected) : expected.asLocator();
	throw new Error(`Not so after two minutes: ${name}`);
}
