import type { QueryClient } from '@tanstack/react-query';
import { listSavedIds } from '#contract/saved/endpoints.ts';
import { call } from '#web/lib/api/api.ts';
import { changeEntry } from '#web/lib/drafts/change-entry.ts';
import { currentSession } from '#web/lib/session/session.ts';
import { SAVED_IDS_KEY } from './saved-ids-key.ts';
import {
	offlineIdsKey,
	readChanges,
	readOfflineIds,
	type SavedChange,
	storeOfflineIds,
} from './saved-on-device.ts';

/** Counts the changes shown on this page. Ids requested before the last change are outdated. */
let changeCount = 0;

/** A message between tabs: a change or, without one, a request to reload the ids. */
interface TabMessage {
	/** Undefined for a visitor. */
	userId: number | undefined;
	change?: Pick<SavedChange, 'itemId' | 'isSaved'>;
}
const tabs = new BroadcastChannel('saved-items');
/** The query client of this page, to which messages of other tabs are applied; set when the ids are first loaded. */
let client: QueryClient | undefined;
tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
	if (!client || data.userId !== currentSession().userId) return;
	if (data.change) showChange(client, data.change);
	else void client.invalidateQueries({ queryKey: ['saved'] });
});

/** The saved ids, newest first, including changes on this device that are not sent yet. */
export async function loadSavedIds(queryClient: QueryClient): Promise<number[]> {
	client = queryClient;
	for (;;) {
		const countBefore = changeCount;
		const ids = await readSavedIds();
		if (changeCount === countBefore) return ids;
	}
}

async function readSavedIds(): Promise<number[]> {
	const { userId } = currentSession();
	// Read before the server's ids. If another tab sends a change meanwhile, it is then in at least one of the two lists.
	const unsent = userId === undefined ? [] : await readChanges(userId);
	// Items saved as a visitor count as the user's after signing in.
	const savedAsVisitor = await readChanges(undefined);
	const stored = userId === undefined ? [] : await fetchIds(userId);
	// Each list begins with the newest change, and the oldest is applied first.
	return [...unsent, ...savedAsVisitor].reduceRight(applyChange, stored);
}

/** The ids on the server or, without a connection, those stored on this device. */
async function fetchIds(userId: number): Promise<number[]> {
	try {
		const { ids } = await call(listSavedIds, {});
		await storeOfflineIds(userId, ids);
		return ids;
	} catch (error) {
		const offlineIds = error instanceof TypeError ? await readOfflineIds(userId) : undefined;
		if (!offlineIds) throw error;
		return offlineIds;
	}
}

/**
 * Applies a change to the cached ids and keeps their age, so that they are fetched again as early as without the change.
 * Applying the change twice has no further effect: an item in the list keeps its place.
 */
export function showChange(
	queryClient: QueryClient,
	change: Pick<SavedChange, 'itemId' | 'isSaved'>,
): void {
	changeCount += 1;
	const updatedAt = queryClient.getQueryState(SAVED_IDS_KEY)?.dataUpdatedAt ?? 0;
	queryClient.setQueryData<number[]>(SAVED_IDS_KEY, (ids) => ids && applyChange(ids, change), {
		updatedAt,
	});
}

/**
 * Applies changes, which the server has stored, to the ids on this device that are for visits without a connection.
 * Does nothing if the device has no such ids.
 * @param changes the newest first
 */
export async function applyToOfflineIds(
	userId: number,
	...changes: readonly Pick<SavedChange, 'itemId' | 'isSaved'>[]
): Promise<void> {
	await changeEntry<number[]>(offlineIdsKey(userId), (ids) =>
		changes.reduceRight(applyChange, ids),
	);
}

/** Sends a change to the other tabs of this browser; without one, makes them reload the ids. */
export function tellOtherTabs(change?: Pick<SavedChange, 'itemId' | 'isSaved'>): void {
	tabs.postMessage({ userId: currentSession().userId, change } satisfies TabMessage);
}

function applyChange(
	ids: readonly number[],
	{ itemId, isSaved }: Pick<SavedChange, 'itemId' | 'isSaved'>,
): number[] {
	if (isSaved && ids.includes(itemId)) return [...ids];
	const others = ids.filter((id) => id !== itemId);
	return isSaved ? [itemId, ...others] : others;
}
