import type { FastifyBaseLogger } from 'fastify';
import { administratorJobs } from '#server/admin/administrators/commands.ts';
import type { OpenCounter } from '#server/cluster/counter.ts';
import type { Db } from '#server/db/client.ts';
import { accountJobs } from '#server/features/accounts/commands.ts';
import { authJobs } from '#server/features/auth/address/mails.ts';
import { chatPhotoJobs } from '#server/features/chat/photos/commands.ts';
import { dealJobs } from '#server/features/deals/jobs.ts';
import { itemJobs } from '#server/features/items/tasks.ts';
import { notificationJobs } from '#server/features/notifications/mails.ts';
import { photoJobs } from '#server/features/photos/jobs.ts';
import { forgetReadChats } from '#server/features/reports/queries.ts';
import { savedJobs } from '#server/features/saved/commands.ts';
import { searchJobs } from '#server/features/searches/jobs.ts';
import { wantedJobs } from '#server/features/wanted/commands.ts';
import type { Job, JobQueue } from '#server/jobs/job-queue.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import type { MailHeader } from '#server/mail/layout.ts';
import { deleteOldMailFiles, type MailTransport } from '#server/mail/mail.ts';
import type { Realtime, RealtimeServer } from '#server/realtime/realtime.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { erasePersonalData } from './account-lifecycle.ts';

interface JobDeps extends Pick<JobQueue, 'addTask'> {
	db: Db;
	store: PhotoStore;
	mail: MailTransport;
	/** The folder to which mails are written where no mail server is configured. */
	mailFolder: string;
	/** Site details that every mail contains. */
	header: MailHeader;
	/** Keys that sign the links in mails. */
	secrets: Secrets;
	openCounter: OpenCounter;
	realtime: Realtime & Pick<RealtimeServer, 'io' | 'isOnline'>;
	/** Time zone of the college. */
	timeZone: string;
	log: FastifyBaseLogger;
}

/**
 * All background work that one instance does for all: scheduled jobs and handlers of tasks. What every instance does for
 * itself when a row changes is listed in `server/db/row-changes.ts`.
 */
export function listJobs(deps: JobDeps): Job[] {
	return [
		...authJobs(deps),
		...photoJobs(deps),
		...chatPhotoJobs(deps),
		...notificationJobs(deps),
		...itemJobs(deps),
		...searchJobs(deps),
		...savedJobs(deps),
		...wantedJobs(deps),
		...dealJobs(deps),
		...accountJobs({ ...deps, erasePersonalData }),
		...administratorJobs(deps),
		{
			name: 'forget-read-chats',
			schedule: '35 4 * * *',
			run: () => forgetReadChats(deps.db),
		},
		{
			name: 'sweep-mail-files',
			schedule: '20 4 * * *',
			run: () => deleteOldMailFiles(deps.mailFolder),
		},
	];
}
