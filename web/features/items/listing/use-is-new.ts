import { useSyncExternalStore } from 'react';
import { ITEM_LIMITS } from '#contract/items/facts.ts';

const subscribe = () => () => undefined;

/**
 * Whether an item was put on sale within the last day. False while the server's drawing of a page is taken over: the
 * drawing may be older than the mark is valid.
 */
export function useIsNew(createdAt: string): boolean {
	return useSyncExternalStore(
		subscribe,
		() => Date.now() - Date.parse(createdAt) < ITEM_LIMITS.newBadgeMs,
		() => false,
	);
}
