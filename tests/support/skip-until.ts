import { vi } from 'vitest';
import type { Locator } from 'vitest/browser';

const STEP_MS = 500;
const MAX_STEPS = 240;

/**
 * Advances the fake clock (`vi.useFakeTimers()`) until an element is there: retries and timeouts take no time.
 * @throws Error when it is not there two minutes later
 */
export async function skipUntil(locator: Locator): Promise<void> {
	for (let step = 0; step < MAX_STEPS; step += 1) {
		if (locator.query()) return;
		await vi.advanceTimersByTimeAsync(STEP_MS);
	}
	throw new Error(`${locator.asLocator()} is not there.`);
}
