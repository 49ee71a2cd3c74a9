import { setTimeout as wait } from 'node:timers/promises';

/** The result of `work`, which must not reject, or `fallback` after the timeout. */
export async function withTimeout<T>(work: Promise<T>, timeoutMs: number, fallback: T): Promise<T> {
	const timer = new AbortController();
	const result = await Promise.race([work, wait(timeoutMs, fallback, timer)]);
	timer.abort();
	return result;
}
