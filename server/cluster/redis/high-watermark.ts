import type { Redis } from 'ioredis';
import { openLocalHighWatermark } from '#server/cluster/high-watermark.ts';
import type { OpenHighWatermark } from '#server/db/replica/high-watermark.ts';

/** Zero-padded 64-bit numbers compare correctly as text. */
const DIGITS = 20;
/** KEYS: the stored number. ARGV: the new number, its lifetime in seconds. */
const ADVANCE_SCRIPT = `
local before = redis.call('get', KEYS[1])
if before and before > ARGV[1] then redis.call('expire', KEYS[1], ARGV[2])
else redis.call('set', KEYS[1], ARGV[1], 'ex', ARGV[2]) end`;

/**
 * Shared by all instances. Both methods fail at once while Redis is unavailable, as other instances' values are unknown
 * then.
 */
export function openSharedHighWatermark(redis: Redis): OpenHighWatermark {
	return (name, seconds) => {
		const key = `passdown:mark:${name}`;
		// For numbers that Redis did not receive or has lost.
		const localWatermark = openLocalHighWatermark(name, seconds);
		return {
			async advance(to) {
				await localWatermark.advance(to);
				await redis.eval(ADVANCE_SCRIPT, 1, key, String(to).padStart(DIGITS, '0'), seconds);
			},
			async read() {
				const [shared, local] = await Promise.all([redis.get(key), localWatermark.read()]);
				const highest = BigInt(shared ?? 0);
				return highest > local ? highest : local;
			},
		};
	};
}
