import type { sendConfirmation } from '#contract/accounts/account.ts';
import type { CallOf } from '#contract/core/endpoint.ts';
import type * as notifications from './notifications.ts';

/* The notification endpoints without their schemas and texts: every page of a signed-in user makes these calls. */

export const GET_NOTIFICATION_SUMMARY: CallOf<typeof notifications.getNotificationSummary> = {
	method: 'GET',
	path: '/notices',
	auth: 'user',
};

export const LIST_NOTIFICATIONS: CallOf<typeof notifications.listNotifications> = {
	method: 'GET',
	path: '/notifications',
	auth: 'user',
};

export const MARK_NOTIFICATION_READ: CallOf<typeof notifications.markNotificationRead> = {
	method: 'PUT',
	path: '/notifications/:entry/read',
	auth: 'user',
};

export const MARK_ALL_NOTIFICATIONS_READ: CallOf<typeof notifications.markAllNotificationsRead> = {
	method: 'PUT',
	path: '/notifications/read-all',
	auth: 'user',
};

export const SEND_CONFIRMATION: CallOf<typeof sendConfirmation> = {
	method: 'POST',
	path: '/account/send-confirmation',
	auth: 'user',
};
