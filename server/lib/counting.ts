import { RateLimiterMemory } from 'rate-limiter-flexible';

/** How it stands with a key. */
interface Count {
	count: number;
	/** Until it is counted from the beginning again. */
	waitSeconds: number;
}

/** Counts by key, each for a while from its first time on. */
export interface Counter {
	/** @param seconds for which a key that begins now is counted, where that is not as long as all others */
	add: (key: string, seconds?: number) => Promise<Count>;
	takeBack: (key: string) => Promise<void>;
	forget: (key: string) => Promise<void>;
}

/**
 * Everything that is limited is counted by one of these. Each process counts for itself; where several are to count together,
 * here is the place for a store that they share.
 * @param seconds for which a key is counted
 */
export function openCounter(seconds: number): Counter {
	const limiter = new RateLimiterMemory({ points: 0, duration: seconds });
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
