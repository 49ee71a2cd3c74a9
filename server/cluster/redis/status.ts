import type { FastifyBaseLogger } from 'fastify';

/** What of Redis can fail by itself. */
type Part = 'commands' | 'reading' | 'sending';

/** What is wrong with Redis at the moment; logged once when it begins, and once when it is over. */
export interface RedisStatus {
	/** @param reason in words; undefined where all is well (again) */
	report: (part: Part, reason: string | undefined) => void;
	isDegraded: () => boolean;
	/** Nothing is logged any more. */
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
				log.warn({ reason }, 'Redis is away: each instance goes on by itself');
			}
			if (countBefore > 0 && reasons.size === 0)
				log.info('Redis is back: the instances are one again');
		},
		isDegraded: () => reasons.size > 0,
		close() {
			isClosed = true;
		},
	};
}
