import type { OpenCounter } from '#server/cluster/counter.ts';
import { accountMailTask } from '#server/features/auth/tasks.ts';
import type { Job } from '#server/jobs/job-queue.ts';
import { handleTask } from '#server/jobs/tasks.ts';
import { type MailDeps, openChangeMailCounter, sendAccountMail } from './mails/send.ts';
import { type ErasureDeps, eraseAccountTask, eraseLateWrites } from './privacy/erasure.ts';

interface AccountJobDeps extends Omit<MailDeps, 'changeMailCounter'>, ErasureDeps {
	openCounter: OpenCounter;
}

/** The handlers of two queued tasks: sending a mail about an account, and erasing late writes to an erased account. */
export function accountJobs({ openCounter, ...deps }: AccountJobDeps): Job[] {
	const mailDeps = { ...deps, changeMailCounter: openChangeMailCounter(openCounter) };
	return [
		handleTask(accountMailTask, (mail) => sendAccountMail(mailDeps, mail)),
		handleTask(eraseAccountTask, ({ userId }) => eraseLateWrites(deps, userId)),
	];
}
