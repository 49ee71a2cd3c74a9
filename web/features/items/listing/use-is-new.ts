import { ITEM_LIMITS } from '#contract/items/facts.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';

/**
 * Whether an item was put on sale within the last day. False during hydration, because a server-rendered page may be
 * older than the badge's lifetime.
 */
export function useIsNew(createdAt: string): boolean {
	return useIsHydrated() && Date.now() - Date.parse(createdAt) < ITEM_LIMITS.newBadgeMs;
}
