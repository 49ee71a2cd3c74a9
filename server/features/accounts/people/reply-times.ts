import { LRUCache } from 'lru-cache';
import type { Db } from '#server/db/client.ts';
import { findReplyTime, type ReplyTime } from './reply-time-queries.ts';

/**
 * Results over at least this many chats are cached: the query takes milliseconds, and a few more answers do not change
 * the median.
 */
const CACHED_FROM_CHATS = 100;
/** The maximum age of a cached result. */
const CACHE_MS = 30_000;
const SELLERS_MAX = 1000;

/**
 * Returns a function that finds the median minutes until a seller's first answer; null while there are too few chats.
 * Caches the results of sellers with many chats.
 */
export function createReplyTimeCache(): (db: Db, sellerId: number) => Promise<number | null> {
	const cache = new LRUCache<number, ReplyTime>({ max: SELLERS_MAX, ttl: CACHE_MS });

	return async (db, sellerId) => {
		const cached = cache.get(sellerId);
		if (cached) return cached.minutes;
		const replyTime = await findReplyTime(db, sellerId);
		if (replyTime.chats >= CACHED_FROM_CHATS) cache.set(sellerId, replyTime);
		return replyTime.minutes;
	};
}
