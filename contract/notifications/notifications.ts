import * as z from 'zod/mini';
import { success } from '#contract/core/common.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { PAGING_MESSAGES, pageCursor, pageSize } from '#contract/core/paging.ts';
import { messageReply } from '#contract/core/replies.ts';
import { NOTIFICATION_KINDS, NOTIFICATION_MESSAGES, NOTIFICATION_TYPES } from './facts.ts';

/** A warning or announcement shown above the pages until it is dismissed. */
const overlayNotification = z.object({
	id: z.int(),
	title: z.string(),
	message: z.string(),
	type: z.enum(NOTIFICATION_TYPES),
});

export const getNotificationSummary = endpoint({
	method: 'GET',
	path: '/notices',
	summary: 'Returns my badge counts, and the warning and announcement to show above the pages.',
	auth: 'user',
	reply: z.object({
		success,
		/** Number of chats with unread messages. */
		chats: z.int(),
		/** Unread entries of the notification centre, except messages, which `chats` counts. */
		notifications: z.int(),
		/** The oldest unread warning; each is shown once. */
		warning: z.nullable(overlayNotification),
		/** The newest announcement that is not dismissed. */
		announcement: z.nullable(overlayNotification),
		/** The email address to confirm, if the account has no confirmed one. */
		addressToConfirm: z.nullable(z.string()),
	}),
});
export type NotificationSummary = z.infer<typeof getNotificationSummary.reply>;

/** `m12-7` for the messages of a chat, which form one entry; `n5` for any other notification. */
const entryId = z
	.string(NOTIFICATION_MESSAGES.notFound)
	.check(z.regex(/^(n[1-9]\d{0,14}|m[1-9]\d{0,9}-[1-9]\d{0,9})$/, NOTIFICATION_MESSAGES.notFound));

const entry = z.object({
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

export const listNotifications = endpoint({
	method: 'GET',
	path: '/notifications',
	summary: 'Lists my notifications, newest first; nextCursor leads to the next page.',
	auth: 'user',
	query: z.object({
		limit: pageSize(30),
		cursor: pageCursor,
	}),
	reply: z.object({
		success,
		notifications: z.array(entry),
		nextCursor: z.nullable(z.string()),
	}),
});

export const markNotificationRead = endpoint({
	method: 'PUT',
	path: '/notifications/:entry/read',
	summary: 'Marks one of my notifications as read.',
	auth: 'user',
	params: z.object({ entry: entryId }),
	reply: messageReply,
});

export const markAllNotificationsRead = endpoint({
	method: 'PUT',
	path: '/notifications/read-all',
	summary: 'Marks all my notifications as read, or those up to a time.',
	auth: 'user',
	query: z.object({
		/** `createdAt` of the newest entry that was shown. */
		upTo: z.optional(z.iso.datetime(PAGING_MESSAGES.badCursor)),
	}),
	reply: messageReply,
});

const preference = z.object({
	kind: z.enum(NOTIFICATION_KINDS),
	inApp: z.boolean(),
	byMail: z.boolean(),
});
export type NotificationPreference = z.infer<typeof preference>;

export const getNotificationPreferences = endpoint({
	method: 'GET',
	path: '/account/notification-choices',
	summary: 'Returns my notification preferences by kind.',
	auth: 'user',
	reply: z.object({
		success,
		/** Whether the account has a confirmed email address. */
		canMail: z.boolean(),
		choices: z.array(preference),
	}),
});

export const changeNotificationPreference = endpoint({
	method: 'PUT',
	path: '/account/notification-choices',
	summary: 'Changes my preference for one kind. Warnings are always shown in the market.',
	auth: 'user',
	body: z.object({
		kind: z.enum(NOTIFICATION_KINDS, NOTIFICATION_MESSAGES.badKind),
		inApp: z.boolean(NOTIFICATION_MESSAGES.badPreference),
		byMail: z.boolean(NOTIFICATION_MESSAGES.badPreference),
	}),
	reply: messageReply,
});

/** One-click unsubscribe (RFC 8058): mail programs post a form to this endpoint. */
export const unsubscribe = endpoint({
	method: 'POST',
	path: '/unsubscribe/:token',
	summary: 'Unsubscribes from mails of one kind, with the token of the link in each mail.',
	auth: 'none',
	limit: 'signing in',
	params: z.object({ token: z.string(NOTIFICATION_MESSAGES.linkExpired) }),
	reply: z.object({ success, message: z.string(), kind: z.enum(NOTIFICATION_KINDS) }),
});
