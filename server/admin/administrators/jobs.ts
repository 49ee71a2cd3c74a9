import type { Db } from '#server/db/client.ts';
import type { Job } from '#server/jobs/job-queue.ts';
import { deleteExpiredAdminSessions } from './session-queries.ts';

/** Scheduled jobs about administrators. */
export function administratorJobs({ db }: { db: Db }): Job[] {
	return [
		{
			name: 'sweep-admin-sessions',
			schedule: '5 4 * * *',
			run: () => deleteExpiredAdminSessions(db),
		},
	];
}
