import * as z from 'zod/mini';
import { success } from '#contract/core/common.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { PAGING_MESSAGES, pageCursor, pageSize } from '#contract/core/paging.ts';
import { messageReply } from '#contract/core/replies.ts';
import { NOTIFICATION_KINDS, NOTIFICATION_MESSAGES, NOTIFICATION_TYPES } from './facts.ts';

/** A warning or announcement that is shown over the pages until it is dismissed. */
const overlayNotification = z.object({
	id: z.int(),
	title: z.string(),
	message: z.string(),
	type: z.enum(NOTIFICATION_TYPES),
});

export const getNotificationSummary = endpoint({
	method: 'GET',
	path: '/notices',
	summary: 'The numbers on my badges, and what is to be shown over the pages.',
	auth: 'user',
	reply: z.object({
		success,
		/** Chats with something unread. */
		chats: z.int(),
		/** Unread entries of the notification centre but those about messages, which `chats` counts. */
		notifications: z.int(),
		/** The oldest warning that has not been seen; it is seen once. */
		warning: z.nullable(overlayNotification),
		/** The newest announcement that has not been dismissed. */
		announcement: z.nullable(overlayNotification),
		/** The address that we wrote to, of an account that has confirmed none. */
		addressToConfirm: z.nullable(z.string()),
	}),
});
export type NotificationSummary = z.infer<typeof getNotificationSummary.reply>;

/**
 * `m12-7` for the messages of a chat, which are one entry, and `n5` for everything else.
 */
const entryId = z
	.string(NOTIFICATION_MESSAGES.notFound)
	.check(z.regex(/^(n[1-9]\d{0,14}|m[1-9]\d{0,9}-[1-9]\d{0,9})$/, NOTIFICATION_MESSAGES.notFound));

const entry = z.object({
	id: z.string(),
	kind: z.enum(NOTIFICATION_KINDS),
	title: z.string(),
	message: z.string(),
	/** A page of this site that it leads to; null where it leads nowhere. */
	link: z.nullable(z.string()),
	createdAt: z.iso.datetime(),
	isRead: z.boolean(),
});
export type NotificationEntry = z.infer<typeof entry>;

export const listNotifications = endpoint({
	method: 'GET',
	path: '/notifications',
	summary: 'My notifications, newest first; follow nextCursor for the next page.',
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
	summary: 'Marks all my notifications as read, or those that were there at a moment.',
	auth: 'user',
	query: z.object({
		/** `createdAt` of the newest one that was shown. */
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
	summary: 'What I am told of, and how, by kind.',
	auth: 'user',
	reply: z.object({
		success,
		/** Whether there is a confirmed address that mail can go to. */
		canMail: z.boolean(),
		choices: z.array(preference),
	}),
});

export const changeNotificationPreference = endpoint({
	method: 'PUT',
	path: '/account/notification-choices',
	summary: 'Changes how I am told of one kind. Warnings always reach me in the market.',
	auth: 'user',
	body: z.object({
		kind: z.enum(NOTIFICATION_KINDS, NOTIFICATION_MESSAGES.badKind),
		inApp: z.boolean(NOTIFICATION_MESSAGES.badPreference),
		byMail: z.boolean(NOTIFICATION_MESSAGES.badPreference),
	}),
	reply: messageReply,
});

/** One-click unsubscribing (RFC 8058): mail programs post to it with a form that says so. */
export const unsubscribe = endpoint({
	method: 'POST',
	path: '/unsubscribe/:token',
	summary: 'Ends mails of one kind, by the link that stands in each.',
	auth: 'none',
	limit: 'signing in',
	params: z.object({ token: z.string(NOTIFICATION_MESSAGES.linkExpired) }),
	reply: z.object({ success, message: z.string(), kind: z.enum(NOTIFICATION_KINDS) }),
});
