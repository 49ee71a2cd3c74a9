import { useQuery } from '@tanstack/react-query';
import { NOTIFICATION_LIMITS } from '#contract/notifications/facts.ts';
import type { NotificationSummary } from '#contract/notifications/notifications.ts';
import { notificationSummaryQuery } from './queries.ts';

export type UnreadCounts = Pick<NotificationSummary, 'chats' | 'notifications'>;

/**
 * The unread numbers of header, menu, bottom bar and tab title. `chats` counts chats with something unread, `notifications`
 * everything else, so that nothing is counted twice.
 * @returns undefined until they are known
 */
export function useUnread(): UnreadCounts | undefined {
	return useQuery(notificationSummaryQuery()).data;
}

/** A number as it stands on a badge: '99+' for more than that. */
export function formatBadgeCount(count: number): string {
	return count > NOTIFICATION_LIMITS.badgeMax ? `${NOTIFICATION_LIMITS.badgeMax}+` : String(count);
}
