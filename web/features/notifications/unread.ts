import { useQuery } from '@tanstack/react-query';
import type { NotificationSummary } from '#contract/notifications/endpoints.ts';
import { NOTIFICATION_LIMITS } from '#contract/notifications/facts.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { notificationSummaryQuery } from './queries.ts';

export type UnreadCounts = Pick<NotificationSummary, 'chats' | 'notifications'>;

/**
 * The unread counts of header, menu, bottom bar and tab title. `chats` counts chats with unread messages,
 * `notifications` everything else, so that nothing is counted twice.
 * @returns undefined until loaded, and while a server-rendered part is hydrated: the server's HTML has no counts, even
 * if another part of the page has loaded them already
 */
export function useUnread(): UnreadCounts | undefined {
	const isHydrated = useIsHydrated();
	const { data } = useQuery(notificationSummaryQuery());
	return isHydrated ? data : undefined;
}

/** The text of a badge: the count, or '99+' above the maximum. */
export function formatBadgeCount(count: number): string {
	return count > NOTIFICATION_LIMITS.badgeMax ? `${NOTIFICATION_LIMITS.badgeMax}+` : String(count);
}
