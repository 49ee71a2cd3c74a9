import type { FastifyBaseLogger } from 'fastify';

/** What of Redis can fail by itself. */
type Part = 'commands' | 'reading' | 'sending';

/** What is wrong with Redis at the moment; logged once when it begins, and once when it is over. */
export interface RedisTroubles {
	/** @param fault in words; undefined where all is well (again) */
	note: (part: Part, fault: string | undefined) => void;
	isAny: () => boolean;
	/** Nothing is logged any more. */
	close: () => void;
}

export function openRedisTroubles(log: FastifyBaseLogger): RedisTroubles {
	const faults = new Map<Part, string>();
	let isClosed = false;
	return {
		note(part, fault) {
			if (isClosed) return;
			const before = faults.size;
			if (fault === undefined) faults.delete(part);
			else faults.set(part, fault);
			if (before === 0 && fault !== undefined) {
				log.warn({ reason: fault }, 'Redis is away: each instance goes on by itself');
			}
			if (before > 0 && faults.size === 0) log.info('Redis is back: the instances are one again');
		},
		isAny: () => faults.size > 0,
		close() {
			isClosed = true;
		},
	};
}
