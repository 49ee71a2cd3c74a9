import type { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { OpenCounter } from '#server/cluster/counter.ts';
import { openLocalCounter } from '#server/cluster/local-counter.ts';

/** Counters shared by all instances; each process counts alone while Redis is unavailable. */
export function openSharedCounters(redis: Redis): OpenCounter {
	return (name, seconds) => {
		const localCounter = openLocalCounter(name, seconds);
		const limiter = new RateLimiterRedis({
			// The library only counts: `penalty` does not compare the count with a limit.
			points: 0,
			duration: seconds,
			keyPrefix: `passdown:count:${name}`,
			storeClient: redis,
			rejectIfRedisNotReady: true,
		});
		return {
			async add(key, keySeconds = seconds) {
				try {
					const options = { customDuration: keySeconds };
					const { consumedPoints, msBeforeNext } = await limiter.penalty(key, 1, options);
					return {
						count: consumedPoints,
						waitSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
					};
				} catch {
					return localCounter.add(key, keySeconds);
				}
			},
			async refund(key) {
				try {
					// The library would start a window with a count of -1 for a key whose window has ended.
					if (await limiter.get(key)) await limiter.reward(key);
				} catch {
					await localCounter.refund(key);
				}
			},
			async reset(key) {
				await limiter.delete(key).catch(() => localCounter.reset(key));
			},
		};
	};
}
