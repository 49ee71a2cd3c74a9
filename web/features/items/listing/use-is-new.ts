import { useSyncExternalStore } from 'react';
import { ITEM_LIMITS } from '#contract/items/facts.ts';

const subscribe = () => () => undefined;

/**
 * Whether an item was put on sale within the last day. False during hydration, because a server-rendered page may be
 * older than the badge's lifetime.
 */
export function useIsNew(createdAt: string): boolean {
	return useSyncExternalStore(
		subscribe,
		() => Date.now() - Date.parse(createdAt) < ITEM_LIMITS.newBadgeMs,
		() => false,
	);
}
