import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';

/** State of one job queue. */
interface QueueStats {
	queue: string;
	/** Not started yet, or waiting for a retry. */
	waiting: number;
	active: number;
	/** Failed after the last retry; deleted after a day. */
	failed: number;
	/** How long the oldest due job has been waiting; 0 if none is due. */
	oldestSeconds: number;
}

interface DatabaseStats {
	queues: readonly QueueStats[];
	/** How far the database's clock is ahead of ours, measured against the middle of the round trip. */
	clockOffsetSeconds: number;
}

/** Limits the queries, however often metrics are fetched. */
const MAX_AGE_MS = 10_000;

/**
 * Reads statistics from the database, at most every ten seconds.
 * @returns undefined while the database is unavailable
 */
export function createDatabaseStats(db: Db): () => Promise<DatabaseStats | undefined> {
	let pending: Promise<DatabaseStats | undefined> = Promise.resolve(undefined);
	let queriedAt = Number.NEGATIVE_INFINITY;
	return () => {
		if (performance.now() - queriedAt >= MAX_AGE_MS) {
			queriedAt = performance.now();
			pending = queryStats(db).catch(() => {
				// The health monitor logs the failure; the next fetch may query again.
				queriedAt = Number.NEGATIVE_INFINITY;
				return undefined;
			});
		}
		return pending;
	};
}

async function queryStats(db: Db): Promise<DatabaseStats> {
	const sentAt = Date.now();
	const { rows: clocks } = await db.execute<{ nowMs: number }>(
		sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"`,
	);
	const localMs = (sentAt + Date.now()) / 2;
	const { rows: queues } = await db.execute<QueueStats & Record<string, unknown>>(QUEUES);
	return {
		queues,
		clockOffsetSeconds: ((clocks[0]?.nowMs ?? localMs) - localMs) / 1000,
	};
}

/** pg-boss's internal queues start with two underscores. */
const QUEUES = sql`
	select queue.name as queue,
		(count(*) filter (where job.state < 'active'))::int as waiting,
		(count(*) filter (where job.state = 'active'))::int as active,
		(count(*) filter (where job.state = 'failed'))::int as failed,
		coalesce(extract(epoch from now() - min(job.start_after)
			filter (where job.state < 'active' and job.start_after < now())), 0)::float8 as "oldestSeconds"
	from pgboss.queue
	left join pgboss.job on job.name = queue.name and job.state in ('created', 'retry', 'active', 'failed')
	where queue.name not like '\\_\\_%'
	group by queue.name`;
