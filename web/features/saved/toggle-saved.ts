import type { QueryClient } from '@tanstack/react-query';
import { retryUntilLoaded } from '#web/ui/lazy-hydrated.ts';
import { SAVED_IDS_KEY } from './saved-ids-key.ts';

/** Saves or removes an item. The change is shown at once; a script loaded on the first press stores and sends it. */
export function toggleSaved(client: QueryClient, itemId: number): void {
	const before = client.getQueryData<number[]>(SAVED_IDS_KEY);
	const others = (before ?? []).filter((id) => id !== itemId);
	const willBeSaved = !before?.includes(itemId);
	// If the ids are not loaded yet, the list contains only this item, so it stays marked as outdated.
	const updatedAt = client.getQueryState(SAVED_IDS_KEY)?.dataUpdatedAt ?? 0;
	client.setQueryData(SAVED_IDS_KEY, willBeSaved ? [itemId, ...others] : others, { updatedAt });
	void retryUntilLoaded(() => import('./change-saved.ts')).then(({ changeSaved }) =>
		changeSaved(client, itemId, willBeSaved),
	);
}
