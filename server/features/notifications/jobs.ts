import type { Db } from '#server/db/client.ts';
import {
	type NotificationMailDeps,
	sendNotificationMail,
} from '#server/features/notifications/mails.ts';
import {
	type ChatSide,
	claimUnmailed,
	type MailPass,
} from '#server/features/notifications/unread-mail-queries.ts';
import type { Job } from '#server/jobs/job-queue.ts';
import { type AddTask, handleTask } from '#server/jobs/tasks.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import { type AnnouncementDeps, deliverAnnouncement } from './announcements/moderation.ts';
import { createUnsubscribeTokens } from './preferences.ts';
import { announcementTask, type NotificationMail, notificationMailTask } from './tasks.ts';

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

interface UnreadMailDeps {
	db: Db;
	addTask: AddTask;
}

/** Messages checked in one transaction. */
const BATCH_SIZE = 5000;

/**
 * Queues mails to users who have left a message unread for ten minutes. While a chat stays unread, the next mail
 * about it follows after a day at the earliest, and only for a newer message. Unread messages of several chats share
 * one mail.
 */
export async function mailUnread(deps: UnreadMailDeps): Promise<void> {
	while (await mailBatch(deps, 'first'));
	while (await mailBatch(deps, 'a day later'));
}

/**
 * Marks a batch of chats as mailed and queues their mails, in one transaction.
 * @returns whether more messages may be due
 */
function mailBatch({ db, addTask }: UnreadMailDeps, pass: MailPass): Promise<boolean> {
	return db.transaction(async (tx) => {
		const { sides, isMore } = await claimUnmailed(tx, pass, BATCH_SIZE);
		const byUser = Map.groupBy(
			sides.filter(({ isMailed }) => isMailed),
			({ userId }) => userId,
		);
		await addTask(tx, notificationMailTask, [...byUser].map(toMailTask));
		return isMore;
	});
}

function toMailTask([userId, sides]: [userId: number, sides: ChatSide[]]): NotificationMail {
	const chats = sides.map(({ itemId, buyerId }) => ({ itemId, buyerId }));
	const [chat, ...others] = chats;
	return chat && others.length === 0
		? { letter: 'unread-messages', userId, ...chat }
		: { letter: 'unread-chats', userId, chats };
}
