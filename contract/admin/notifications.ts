import * as z from 'zod/mini';
import { ADMIN_NOTIFICATION_ERRORS } from '#contract/admin/errors.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { pageNumber, pageSize, pagination } from '#contract/core/paging.ts';
import { id, messageReply, success, text } from '#contract/core/schemas.ts';
import { NOTIFICATION_TARGETS, NOTIFICATION_TYPES } from '#contract/notifications/facts.ts';
import { adminChange, adminRead } from './endpoint-factories.ts';
import { enumFilter, searchFilter } from './filters.ts';

/** `page`: notifications on a page by default. The others are characters. */
export const ADMIN_NOTIFICATION_LIMITS = { page: 50, titleMax: 100, messageMax: 1000 } as const;

export const ADMIN_NOTIFICATION_MESSAGES = {
	created: 'Notification created successfully.',
	deleted: 'Notification deleted successfully.',
	allRead: 'All notifications are read.',
	oneRead: 'The notification is read.',
	loadFailed: 'Error fetching notifications',
	createFailed: 'Failed to create notification',
	createUnanswered:
		'There was no answer. The notification may have been created: look at the list before you send it again.',
	deleteFailed: 'Failed to delete notification',
	newFeedback: 'New feedback',
	newFeedbackText: (rating: number, category: string) =>
		`${rating} ${rating === 1 ? 'star' : 'stars'}, ${category}`,
	newItemReport: 'New item report',
	newItemReportText: (itemId: number, type: string) => `Item ${itemId}: ${type}`,
	newUserReport: 'New user report',
	newUserReportText: (userId: number, type: string) => `User ${userId}: ${type}`,
	newWantedReport: 'New report of a wanted post',
	newWantedReportText: (wantedId: number, type: string) => `Wanted post ${wantedId}: ${type}`,
	newReviewReport: 'New report of a review',
	newReviewReportText: (reviewId: number, type: string) => `Review ${reviewId}: ${type}`,
} as const;

export const notificationsQuery = z.object({
	page: pageNumber,
	limit: pageSize(ADMIN_NOTIFICATION_LIMITS.page),
	type: enumFilter(NOTIFICATION_TYPES),
	q: searchFilter,
});

const target = z.optional(
	z.enum(NOTIFICATION_TARGETS, ADMIN_NOTIFICATION_ERRORS.badTarget.message),
);

/** `targetUsers` is an alias of `target`. */
export const newNotification = z.pipe(
	z
		.object({
			title: text(1, ADMIN_NOTIFICATION_LIMITS.titleMax, ADMIN_NOTIFICATION_ERRORS.title.message),
			message: text(
				1,
				ADMIN_NOTIFICATION_LIMITS.messageMax,
				ADMIN_NOTIFICATION_ERRORS.message.message,
			),
			type: z._default(z.enum(NOTIFICATION_TYPES, REQUEST_ERRORS.badType.message), 'info'),
			target,
			targetUsers: target,
		})
		.check(
			z.refine((value) => (value.target ?? value.targetUsers) !== undefined, {
				error: ADMIN_NOTIFICATION_ERRORS.badTarget.message,
				path: ['target'],
			}),
		),
	z.transform(({ targetUsers, ...value }) => ({
		...value,
		// 'admins' only satisfies TypeScript: the check above requires one of the two fields.
		target: value.target ?? targetUsers ?? ('admins' as const),
	})),
);

export const notification = z.object({
	id: z.int(),
	title: z.string(),
	message: z.string(),
	type: z.enum(NOTIFICATION_TYPES),
	target: z.enum(NOTIFICATION_TARGETS),
	/** Path of the related screen. */
	link: z.nullable(z.string()),
	/**
	 * For a report: the title of the reported item or wanted post, or the name of the reported user. For a report about a
	 * review: the name of the reviewed user.
	 */
	about: z.optional(z.string()),
	createdAt: z.iso.datetime(),
	/** Whether the calling administrator has read it. */
	isRead: z.boolean(),
});

export const notifications = z.object({
	success,
	notifications: z.array(notification),
	pagination,
	/** Number of unread notifications, for the badge. */
	unread: z.int(),
	/** Id of the newest notification, regardless of the filters; absent if there is none. */
	newest: z.optional(z.int()),
});

/** Counts of pending work for the sidebar and the badge; each at most 100. */
export const countsReply = z.object({
	success,
	unread: z.int(),
	pendingReports: z.int(),
	pendingUserReports: z.int(),
	pendingWantedReports: z.int(),
	pendingReviewReports: z.int(),
	pendingFeedback: z.int(),
});
export type AdminCounts = z.infer<typeof countsReply>;
export const ADMIN_COUNT_MAX = 100;

export const listNotifications = adminRead({
	path: '/admin/notifications',
	summary: 'Lists the notifications of the system and of administrators, newest first.',
	query: notificationsQuery,
	reply: notifications,
});

export const createNotification = endpoint({
	method: 'POST',
	path: '/admin/notifications',
	summary:
		'Sends a notification to all administrators or all users. With an Idempotency-Key (a UUID) the request can be repeated safely.',
	auth: 'admin',
	limit: 'messaging',
	status: 201,
	body: newNotification,
	auditAs: { action: 'ATTEMPT_CREATE_NOTIFICATION', targetKind: 'notifications' },
	reply: z.object({ success, message: z.string(), notification }),
});

export const markNotificationsRead = endpoint({
	method: 'PUT',
	path: '/admin/notifications/read',
	summary: 'Marks all notifications as read by this administrator, or those up to an id.',
	auth: 'admin',
	query: z.object({ upTo: z.optional(id) }),
	reply: messageReply,
});

export const markNotificationRead = adminChange({
	method: 'PUT',
	path: '/admin/notifications/:id/read',
	summary: 'Marks one notification as read by this administrator.',
});

export const deleteNotification = adminChange({
	method: 'DELETE',
	path: '/admin/notifications/:id',
	summary: 'Deletes a notification, for the users as well.',
	auditAs: { action: 'ATTEMPT_DELETE_NOTIFICATION', targetKind: 'notification' },
});

export const getCounts = adminRead({
	path: '/admin/counts',
	summary: 'Counts unread notifications, pending reports and pending feedback.',
	reply: countsReply,
});
