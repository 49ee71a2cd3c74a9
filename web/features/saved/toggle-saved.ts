import type { QueryClient } from '@tanstack/react-query';
import { retryUntilLoaded } from '#web/ui/lazy-hydrated.ts';
import { SAVED_IDS_KEY } from './saved-ids-key.ts';

/** Saves an item, or removes it: shown at once, stored and sent by a script that loads with the first press. */
export function toggleSaved(client: QueryClient, itemId: number): void {
	const before = client.getQueryData<number[]>(SAVED_IDS_KEY);
	const others = (before ?? []).filter((id) => id !== itemId);
	const isSaved = others.length === (before ?? []).length;
	// Without the other ids it is outdated from the start.
	const age = before ? undefined : { updatedAt: 0 };
	client.setQueryData(SAVED_IDS_KEY, isSaved ? [itemId, ...others] : others, age);
	void retryUntilLoaded(() => import('./change-saved.ts')).then(({ changeSaved }) =>
		changeSaved(client, itemId, isSaved),
	);
}
