import * as z from 'zod/mini';
import { success, text } from '../common.ts';
import { pageNumber, pageSize, pagination } from '../paging.ts';
import { oneOf, search } from './filters.ts';

export const NOTIFICATION_TYPES = ['info', 'warning', 'success', 'error'] as const;
export const NOTIFICATION_TARGETS = ['admins', 'all'] as const;

export const NOTIFICATION_LIMITS = { page: 50, titleMax: 100, messageMax: 1000 } as const;

export const NOTIFICATION_MESSAGES = {
	title: 'Title must be between 1 and 100 characters.',
	message: 'Message must be between 1 and 1,000 characters.',
	badType: 'Please choose a type from the list.',
	badTarget: 'Please choose who is told.',
	notFound: 'Notification not found.',
	created: 'Notification created successfully.',
	deleted: 'Notification deleted successfully.',
	loadFailed: 'Error fetching notifications',
	createFailed: 'Failed to create notification',
	deleteFailed: 'Failed to delete notification',
} as const;

export const notificationsQuery = z.object({
	page: pageNumber,
	limit: pageSize(NOTIFICATION_LIMITS.page),
	type: oneOf(NOTIFICATION_TYPES),
	q: search,
});

const target = z.optional(z.enum(NOTIFICATION_TARGETS, NOTIFICATION_MESSAGES.badTarget));

/** `targetUsers` is read as `target` (wire contract). */
export const newNotification = z.pipe(
	z
		.object({
			title: text(1, NOTIFICATION_LIMITS.titleMax, NOTIFICATION_MESSAGES.title),
			message: text(1, NOTIFICATION_LIMITS.messageMax, NOTIFICATION_MESSAGES.message),
			type: z._default(z.enum(NOTIFICATION_TYPES, NOTIFICATION_MESSAGES.badType), 'info'),
			target,
			targetUsers: target,
		})
		.check(
			z.refine((sent) => (sent.target ?? sent.targetUsers) !== undefined, {
				error: NOTIFICATION_MESSAGES.badTarget,
				path: ['target'],
			}),
		),
	z.transform(({ targetUsers, ...sent }) => ({
		...sent,
		target: sent.target ?? targetUsers ?? ('admins' as const),
	})),
);

export const notification = z.object({
	id: z.int(),
	title: z.string(),
	message: z.string(),
	type: z.enum(NOTIFICATION_TYPES),
	target: z.enum(NOTIFICATION_TARGETS),
	createdAt: z.iso.datetime(),
	/** By the administrator who asks. */
	isRead: z.boolean(),
});

export const notifications = z.object({
	success,
	notifications: z.array(notification),
	pagination,
	/** The number on the badge. */
	unread: z.int(),
});
