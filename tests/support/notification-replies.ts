import {
	getNotificationSummary,
	type NotificationSummary,
} from '#contract/notifications/endpoints.ts';
import { sample } from './sample.ts';

/** Nothing is unread, and there is nothing to show above the page. */
export const notificationSummary = (
	changes: Partial<NotificationSummary> = {},
): NotificationSummary => sample(getNotificationSummary.reply, changes);
