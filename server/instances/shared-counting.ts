import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { OpenCounter } from './counting.ts';
import { counterOf } from './local-counting.ts';

/** Counts for all instances together; in this process alone while Redis is away. */
export function openSharedCounters(redis: Redis): OpenCounter {
	return (name, seconds) => {
		const common = { points: 0, duration: seconds, keyPrefix: `passdown:count:${name}` };
		const limiter = new RateLimiterRedis({
			...common,
			storeClient: redis,
			rejectIfRedisNotReady: true,
			insuranceLimiter: new RateLimiterMemory(common),
		});
		return counterOf(limiter, seconds);
	};
}
