import type { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { OpenCounter } from '#server/cluster/counter.ts';
import { openLocalCounter } from '#server/cluster/local-counter.ts';

/** Counts for all instances together; in this process alone while Redis is away. */
export function openSharedCounters(redis: Redis): OpenCounter {
	return (name, seconds) => {
		const here = openLocalCounter(name, seconds);
		const limiter = new RateLimiterRedis({
			points: 0,
			duration: seconds,
			keyPrefix: `passdown:count:${name}`,
			storeClient: redis,
			rejectIfRedisNotReady: true,
		});
		return {
			async add(key, ownSeconds = seconds) {
				try {
					const options = { customDuration: ownSeconds };
					const { consumedPoints, msBeforeNext } = await limiter.penalty(key, 1, options);
					return {
						count: consumedPoints,
						waitSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
					};
				} catch {
					return here.add(key, ownSeconds);
				}
			},
			async takeBack(key) {
				await limiter.reward(key).catch(() => here.takeBack(key));
			},
			async forget(key) {
				await limiter.delete(key).catch(() => here.forget(key));
			},
		};
	};
}
