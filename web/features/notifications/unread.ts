import { useQuery } from '@tanstack/react-query';
import { NOTICE_LIMITS } from '#contract/notifications/facts.ts';
import type { Notices } from '#contract/notifications/notifications.ts';
import { noticesQuery } from './queries.ts';

export type UnreadCounts = Pick<Notices, 'chats' | 'notifications'>;

/**
 * The unread numbers of header, menu, bottom bar and tab title. `chats` counts chats with something unread, `notifications`
 * everything else, so that nothing is counted twice.
 * @returns undefined until they are known
 */
export function useUnread(): UnreadCounts | undefined {
	return useQuery(noticesQuery()).data;
}

/** A number as it stands on a badge: '99+' for more than that. */
export function shortCount(count: number): string {
	return count > NOTICE_LIMITS.badgeMost ? `${NOTICE_LIMITS.badgeMost}+` : String(count);
}
