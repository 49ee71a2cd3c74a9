import type { OpenCounter } from '#server/cluster/counter.ts';
import type { Db } from '#server/db/client.ts';
import type { Job } from '#server/jobs/job-queue.ts';
import { handleTask } from '#server/jobs/tasks.ts';
import { type MailDeps, openChangeMailCounter, sendAccountMail } from './address/mails.ts';
import { deleteOldLinks } from './address/queries.ts';
import { deleteExcessSessions, deleteExpiredSessions } from './sessions/queries.ts';
import { accountMailTask } from './tasks.ts';

interface AuthJobDeps extends Omit<MailDeps, 'changeMailCounter'> {
	openCounter: OpenCounter;
}

/** Sends the mails about accounts, and deletes old sessions and old one-time links every night. */
export function authJobs({ openCounter, ...deps }: AuthJobDeps): Job[] {
	const { db } = deps;
	const mailDeps = { ...deps, changeMailCounter: openChangeMailCounter(openCounter) };
	return [
		handleTask(accountMailTask, (mail) => sendAccountMail(mailDeps, mail)),
		{ name: 'sweep-sessions', schedule: '0 4 * * *', run: () => sweepSessions(db) },
		{ name: 'sweep-links', schedule: '15 4 * * *', run: () => deleteOldLinks(db) },
	];
}

async function sweepSessions(db: Db): Promise<void> {
	await deleteExpiredSessions(db);
	await deleteExcessSessions(db);
}
