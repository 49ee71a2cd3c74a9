import type { Job } from '#server/jobs/job-queue.ts';
import { handleTask } from '#server/jobs/tasks.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import { type AnnouncementDeps, deliverAnnouncement } from './announcements/deliver.ts';
import { type NotificationMailDeps, sendNotificationMail } from './mails/send.ts';
import { announcementTask, notificationMailTask } from './tasks.ts';
import { mailUnread } from './unread-mail/job.ts';
import { createUnsubscribeTokens } from './unsubscribe-tokens.ts';

interface NotificationJobDeps extends AnnouncementDeps, Omit<NotificationMailDeps, 'tokens'> {
	secrets: Secrets;
}

/** The job that mails unread messages, and the handlers of two queued tasks: sending a mail, delivering an announcement. */
export function notificationJobs({ secrets, ...deps }: NotificationJobDeps): Job[] {
	const mailDeps = { ...deps, tokens: createUnsubscribeTokens(secrets) };
	return [
		{ name: 'mail-unread', schedule: '* * * * *', run: () => mailUnread(deps) },
		handleTask(notificationMailTask, (mail) => sendNotificationMail(mailDeps, mail)),
		handleTask(announcementTask, ({ announcementId }) => deliverAnnouncement(deps, announcementId)),
	];
}
