import * as z from 'zod/mini';
import { NOTIFICATION_ERRORS } from '#contract/notifications/errors.ts';
import { NOTIFICATION_KINDS, NOTIFICATION_TYPES } from './facts.ts';

/** A warning or announcement shown above the pages until it is dismissed. */
export const overlayNotification = z.object({
	id: z.int(),
	title: z.string(),
	message: z.string(),
	type: z.enum(NOTIFICATION_TYPES),
});

/**
 * The id of an entry: `m12-7` for the messages of a chat, which form one entry; `n5` for any other notification. An
 * invalid id is refused with status 400 and with the error of a notification that no longer exists.
 */
export const entryId = z
	.string(NOTIFICATION_ERRORS.notFound.message)
	.check(
		z.regex(/^(n[1-9]\d{0,14}|m[1-9]\d{0,9}-[1-9]\d{0,9})$/, NOTIFICATION_ERRORS.notFound.message),
	);

/** An entry of the notification centre. */
export const entry = z.object({
	id: z.string(),
	kind: z.enum(NOTIFICATION_KINDS),
	title: z.string(),
	message: z.string(),
	/** Path of the page that the entry links to; null for none. */
	link: z.nullable(z.string()),
	createdAt: z.iso.datetime(),
	isRead: z.boolean(),
});
export type NotificationEntry = z.infer<typeof entry>;

/** How a user wants to be notified of one kind. */
export const preference = z.object({
	kind: z.enum(NOTIFICATION_KINDS),
	inApp: z.boolean(),
	byMail: z.boolean(),
});
export type NotificationPreference = z.infer<typeof preference>;
