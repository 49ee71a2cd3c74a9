import type { sendConfirmation } from '#contract/accounts/account.ts';
import type { CallOf } from '#contract/core/endpoint.ts';
import type * as notices from './notifications.ts';

/*
 * What a page needs to call the endpoints about notices. Every page of somebody who is signed in does, and does without
 * their schemas and texts.
 */

export const GET_NOTICES: CallOf<typeof notices.getNotices> = {
	method: 'GET',
	path: '/notices',
	auth: 'user',
};

export const LIST_NOTIFICATIONS: CallOf<typeof notices.listNotifications> = {
	method: 'GET',
	path: '/notifications',
	auth: 'user',
};

export const READ_NOTIFICATION: CallOf<typeof notices.readNotification> = {
	method: 'PUT',
	path: '/notifications/:entry/read',
	auth: 'user',
};

export const READ_ALL_NOTIFICATIONS: CallOf<typeof notices.readAllNotifications> = {
	method: 'PUT',
	path: '/notifications/read-all',
	auth: 'user',
};

export const SEND_CONFIRMATION: CallOf<typeof sendConfirmation> = {
	method: 'POST',
	path: '/account/send-confirmation',
	auth: 'user',
};
