import { LRUCache } from 'lru-cache';
import type { Db } from '#server/db/client.ts';
import { findReplyTime, type ReplyTime } from './reply-time-queries.ts';

/** From so many chats on reading them takes milliseconds, and a few answers do not change the median. */
const KEPT_FROM_CHATS = 100;
/** Nobody is shown a time that is older than a minute. */
const KEPT_MS = 30_000;
const SELLERS_MAX = 1000;

/** Finds sellers' median minutes to a first answer; those with many chats are kept for a short while. */
export function createReplyTimeCache(): (db: Db, sellerId: number) => Promise<number | null> {
	const kept = new LRUCache<number, ReplyTime & { readAtMs: number }>({ max: SELLERS_MAX });

	return async (db, sellerId) => {
		const known = kept.get(sellerId);
		const nowMs = performance.now();
		if (known && nowMs - known.readAtMs < KEPT_MS) return known.minutes;
		const found = await findReplyTime(db, sellerId);
		if (found.chats >= KEPT_FROM_CHATS) kept.set(sellerId, { ...found, readAtMs: nowMs });
		return found.minutes;
	};
}
