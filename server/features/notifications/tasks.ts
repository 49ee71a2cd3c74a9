import * as z from 'zod/mini';
import { defineTask } from '#server/jobs/tasks.ts';

const userId = z.int();
const room = z.object({ itemId: z.int(), buyerId: z.int() });

const notificationMail = z.discriminatedUnion('letter', [
	/** The notification with the id `noticeId`. */
	z.object({ letter: z.literal('notice'), userId, noticeId: z.int() }),
	/** Unread messages of one chat. */
	z.extend(room, { letter: z.literal('unread-messages'), userId }),
	/** Unread messages of several chats. */
	z.object({ letter: z.literal('unread-chats'), userId, chats: z.array(room) }),
]);
export type NotificationMail = z.infer<typeof notificationMail>;

/**
 * Sends a mail about a notification or unread messages. Its queue is separate, so that sign-in links do not wait
 * behind an announcement to all users.
 */
export const notificationMailTask = defineTask('notice-mail', notificationMail, {
	concurrency: 5,
	retriedFor: 'a day',
});

/** Delivers an announcement to all users. */
export const announcementTask = defineTask('announce', z.object({ announcementId: z.int() }), {
	concurrency: 1,
});
