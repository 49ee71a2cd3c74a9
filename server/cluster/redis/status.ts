import type { FastifyBaseLogger } from 'fastify';

/** Parts of the Redis connection that can fail separately; `reading` and `sending` are those of the stream. */
type Part = 'commands' | 'reading' | 'sending';

/** Tracks which parts of Redis fail; logs when the first fails and when all work again. */
export interface RedisStatus {
	/** @param reason in words; undefined when the part works (again) */
	report: (part: Part, reason: string | undefined) => void;
	isDegraded: () => boolean;
	/** Stops logging. */
	close: () => void;
}

export function openRedisStatus(log: FastifyBaseLogger): RedisStatus {
	const reasons = new Map<Part, string>();
	let isClosed = false;
	return {
		report(part, reason) {
			if (isClosed) return;
			const countBefore = reasons.size;
			if (reason === undefined) reasons.delete(part);
			else reasons.set(part, reason);
			if (countBefore === 0 && reason !== undefined) {
				log.warn({ reason }, 'Redis is unavailable: each instance works alone');
			}
			if (countBefore > 0 && reasons.size === 0)
				log.info('Redis is available again: the instances are connected');
		},
		isDegraded: () => reasons.size > 0,
		close() {
			isClosed = true;
		},
	};
}
