import type { Db } from '#server/db/client.ts';
import type { Job } from '#server/jobs/job-queue.ts';
import { deleteOldLinks } from './one-time-links/queries.ts';
import { deleteExcessSessions, deleteExpiredSessions } from './sessions/queries.ts';

/** Nightly jobs that delete old sessions and old one-time links. */
export function authJobs({ db }: { db: Db }): Job[] {
	return [
		{ name: 'sweep-sessions', schedule: '0 4 * * *', run: () => sweepSessions(db) },
		{ name: 'sweep-links', schedule: '15 4 * * *', run: () => deleteOldLinks(db) },
	];
}

async function sweepSessions(db: Db): Promise<void> {
	await deleteExpiredSessions(db);
	await deleteExcessSessions(db);
}
