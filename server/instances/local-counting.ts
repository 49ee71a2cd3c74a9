import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';
import type { Counter } from './counting.ts';

/** Counts in this process alone. */
export function openLocalCounter(name: string, seconds: number): Counter {
	return counterOf(
		new RateLimiterMemory({ points: 0, duration: seconds, keyPrefix: name }),
		seconds,
	);
}

/** A counter in whatever place a limiter keeps its numbers. */
export function counterOf(limiter: RateLimiterAbstract, seconds: number): Counter {
	return {
		async add(key, ownSeconds = seconds) {
			const { consumedPoints, msBeforeNext } = await limiter.penalty(key, 1, {
				customDuration: ownSeconds,
			});
			return { count: consumedPoints, waitSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
		},
		async takeBack(key) {
			await limiter.reward(key);
		},
		async forget(key) {
			await limiter.delete(key);
		},
	};
}
