import { useQuery } from '@tanstack/react-query';
import type { NotificationSummary } from '#contract/notifications/endpoints.ts';
import { NOTIFICATION_LIMITS } from '#contract/notifications/facts.ts';
import { notificationSummaryQuery } from './queries.ts';

export type UnreadCounts = Pick<NotificationSummary, 'chats' | 'notifications'>;

/**
 * The unread counts of header, menu, bottom bar and tab title. `chats` counts chats with unread messages,
 * `notifications` everything else, so that nothing is counted twice.
 * @returns undefined until loaded
 */
export function useUnread(): UnreadCounts | undefined {
	return useQuery(notificationSummaryQuery()).data;
}

/** The text of a badge: the count, or '99+' above the maximum. */
export function formatBadgeCount(count: number): string {
	return count > NOTIFICATION_LIMITS.badgeMax ? `${NOTIFICATION_LIMITS.badgeMax}+` : String(count);
}
