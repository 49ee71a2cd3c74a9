import * as z from 'zod/mini';
import { endpoint } from '#contract/core/endpoint.ts';
import { PAGING_ERRORS } from '#contract/core/errors.ts';
import { pageCursor, pageSize } from '#contract/core/paging.ts';
import { messageReply, success } from '#contract/core/schemas.ts';
import { NOTIFICATION_ERRORS } from './errors.ts';
import { NOTIFICATION_KINDS } from './facts.ts';
import { entry, entryId, overlayNotification, preference } from './schemas.ts';

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

const shownTime = z.optional(z.iso.datetime(PAGING_ERRORS.badCursor.message));

export const markNotificationRead = endpoint({
	method: 'PUT',
	path: '/notifications/:entry/read',
	summary: 'Marks one of my notifications as read; of the messages of a chat, those up to a time.',
	auth: 'user',
	params: z.object({ entry: entryId }),
	query: z.object({
		/** `createdAt` of the entry as it was shown. Without it, all messages of a chat are marked. */
		upTo: shownTime,
	}),
	reply: messageReply,
});

export const markAllNotificationsRead = endpoint({
	method: 'PUT',
	path: '/notifications/read-all',
	summary: 'Marks all my notifications as read, or those up to a time.',
	auth: 'user',
	query: z.object({
		/** `createdAt` of the newest entry that was shown. */
		upTo: shownTime,
	}),
	reply: messageReply,
});

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
		kind: z.enum(NOTIFICATION_KINDS, NOTIFICATION_ERRORS.badKind.message),
		inApp: z.boolean(NOTIFICATION_ERRORS.badPreference.message),
		byMail: z.boolean(NOTIFICATION_ERRORS.badPreference.message),
	}),
	reply: messageReply,
});

const unsubscribeToken = z.object({ token: z.string(NOTIFICATION_ERRORS.linkExpired.message) });

/** One-click unsubscribe (RFC 8058): mail programs post a form to this endpoint. */
export const unsubscribe = endpoint({
	method: 'POST',
	path: '/unsubscribe/:token',
	summary:
		'Unsubscribes from mails of one kind, or ends the alert of one saved search, with the token of the link in each mail.',
	auth: 'none',
	limit: 'signing in',
	params: unsubscribeToken,
	reply: z.object({
		success,
		message: z.string(),
		kind: z.enum(NOTIFICATION_KINDS),
		/** The saved search whose alert ended, if the mail was about one. */
		searchName: z.optional(z.string()),
	}),
});

/**
 * The link of `unsubscribe`, opened in a browser. Mail programs without one-click unsubscribe open it for the user, and
 * some mail scanners open every link, so neither this call nor its page changes anything before the user agrees.
 */
export const openUnsubscribePage = endpoint({
	method: 'GET',
	path: '/unsubscribe/:token',
	summary: 'Redirects to the page with the button that unsubscribes; changes nothing itself.',
	auth: 'none',
	status: 302,
	params: unsubscribeToken,
	reply: z.string(),
});
