import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';

/** How it stands with one queue of the background's. */
interface QueueStats {
	queue: string;
	/** Not begun yet, or to be tried again. */
	waiting: number;
	active: number;
	/** Tried for the last time, and given up; forgotten after a day. */
	failed: number;
	/** For how long the one that waits longest could have been begun; 0 where none could. */
	oldestSeconds: number;
}

interface DatabaseStats {
	queues: readonly QueueStats[];
	/** How far the database's clock is ahead of ours; the way there and back is known only as a whole. */
	clockOffsetSeconds: number;
}

/** However often metrics are fetched, and by however many. */
const MAX_AGE_MS = 10_000;

/**
 * What only the database knows, asked at most every ten seconds.
 * @returns undefined while the database does not answer
 */
export function createDatabaseStats(db: Db): () => Promise<DatabaseStats | undefined> {
	let pending: Promise<DatabaseStats | undefined> = Promise.resolve(undefined);
	let queriedAt = Number.NEGATIVE_INFINITY;
	return () => {
		if (performance.now() - queriedAt >= MAX_AGE_MS) {
			queriedAt = performance.now();
			pending = queryStats(db).catch(() => {
				// The pulse has told the log; the next fetch may ask again.
				queriedAt = Number.NEGATIVE_INFINITY;
				return undefined;
			});
		}
		return pending;
	};
}

async function queryStats(db: Db): Promise<DatabaseStats> {
	const sentAt = Date.now();
	const { rows: clocks } = await db.execute<{ now_ms: string }>(
		sql`select (extract(epoch from clock_timestamp()) * 1000)::text as now_ms`,
	);
	const localMs = (sentAt + Date.now()) / 2;
	const { rows } = await db.execute<Record<keyof QueueStats, string>>(QUEUES);
	return {
		queues: rows.map(({ queue, waiting, active, failed, oldestSeconds }) => ({
			queue,
			waiting: Number(waiting),
			active: Number(active),
			failed: Number(failed),
			oldestSeconds: Number(oldestSeconds),
		})),
		clockOffsetSeconds: (Number(clocks[0]?.now_ms ?? localMs) - localMs) / 1000,
	};
}

/** The names that the library keeps for itself begin with two dashes below the line. */
const QUEUES = sql`
	select queue.name as queue,
		count(*) filter (where job.state < 'active') as waiting,
		count(*) filter (where job.state = 'active') as active,
		count(*) filter (where job.state = 'failed') as failed,
		coalesce(extract(epoch from now() - min(job.start_after)
			filter (where job.state < 'active' and job.start_after < now())), 0) as "oldestSeconds"
	from pgboss.queue
	left join pgboss.job on job.name = queue.name and job.state in ('created', 'retry', 'active', 'failed')
	where queue.name not like '\\_\\_%'
	group by queue.name`;
