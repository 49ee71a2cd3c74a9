import type { NotificationSummary } from '#contract/notifications/endpoints.ts';

/** Nothing is unread, and there is nothing to show above the page. */
export function notificationSummary(
	changes: Partial<NotificationSummary> = {},
): NotificationSummary {
	return {
		success: true,
		chats: 0,
		notifications: 0,
		warning: null,
		announcement: null,
		addressToConfirm: null,
		...changes,
	};
}
