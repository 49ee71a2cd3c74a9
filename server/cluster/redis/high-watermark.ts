import type { Redis } from 'ioredis';
import { type OpenHighMark, openLocalHighMark } from '#server/cluster/high-watermark.ts';

/** Numbers of 64 bits compare as text of one length. */
const DIGITS = 20;
/** KEYS: the mark. ARGV: what it is raised to, the seconds that it is kept. */
const RAISE = `
local before = redis.call('get', KEYS[1])
if before and before > ARGV[1] then redis.call('expire', KEYS[1], ARGV[2])
else redis.call('set', KEYS[1], ARGV[1], 'ex', ARGV[2]) end`;

/** For all instances together; both fail at once while Redis is away, where nobody knows what others have told. */
export function openSharedHighMark(redis: Redis): OpenHighMark {
	return (name, seconds) => {
		const key = `passdown:mark:${name}`;
		const here = openLocalHighMark(name, seconds);
		return {
			async raise(to) {
				await here.raise(to);
				await redis.eval(RAISE, 1, key, String(to).padStart(DIGITS, '0'), seconds);
			},
			async read() {
				const [told, own] = await Promise.all([redis.get(key), here.read()]);
				const highest = BigInt(told ?? 0);
				return highest > own ? highest : own;
			},
		};
	};
}
