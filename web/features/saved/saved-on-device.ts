import { withDraftStore } from '#web/lib/drafts/database.ts';
import { VISITOR_SAVED_PREFIX } from '#web/lib/drafts/visitor-keys.ts';

/**
 * A change by a press of a heart that is not sent to the server yet. A visitor's changes stay on this device until the
 * visitor signs in.
 */
export interface SavedChange {
	itemId: number;
	isSaved: boolean;
	/** Milliseconds since 1970. */
	changedAt: number;
}

/** Sorts after every character, so that a key range can cover one prefix. */
const KEY_RANGE_END = '\uffff';

/**
 * Changes that are not in IndexedDB, by key: they are just being stored, or the browser forbids IndexedDB. They
 * override stored changes.
 */
const unstored = new Map<string, SavedChange>();
/** `changedAt` of the last change on this page. Each change gets a later time, so that changes can be ordered. */
let lastChangedAt = 0;

/** @param userId undefined for a visitor */
const prefixOf = (userId: number | undefined) =>
	userId === undefined ? VISITOR_SAVED_PREFIX : `${userId}/saved/`;
const keyOf = (userId: number | undefined, itemId: number) => `${prefixOf(userId)}${itemId}`;

/** All unsent changes, newest first. */
export async function readChanges(userId: number | undefined): Promise<SavedChange[]> {
	const prefix = prefixOf(userId);
	const range = IDBKeyRange.bound(prefix, prefix + KEY_RANGE_END);
	const stored = await withDraftStore<SavedChange[]>('readonly', (store) => store.getAll(range));
	const byItem = new Map((stored ?? []).map((change) => [change.itemId, change]));
	for (const [key, change] of unstored)
		if (key.startsWith(prefix)) byItem.set(change.itemId, change);
	return [...byItem.values()].sort((one, other) => other.changedAt - one.changedAt);
}

export async function findChange(
	userId: number | undefined,
	itemId: number,
): Promise<SavedChange | undefined> {
	const key = keyOf(userId, itemId);
	const stored = await withDraftStore<SavedChange | undefined>('readonly', (store) =>
		store.get(key),
	);
	return unstored.get(key) ?? stored;
}

/** Stores a change in place of an earlier one of the same item. The other functions see it at once. */
export async function storeChange(
	userId: number | undefined,
	{ itemId, isSaved }: Pick<SavedChange, 'itemId' | 'isSaved'>,
): Promise<void> {
	const key = keyOf(userId, itemId);
	lastChangedAt = Math.max(Date.now(), lastChangedAt + 1);
	const change: SavedChange = { itemId, isSaved, changedAt: lastChangedAt };
	unstored.set(key, change);
	const stored = await withDraftStore('readwrite', (store) => store.put(change, key));
	if (stored !== undefined && unstored.get(key) === change) unstored.delete(key);
}

export async function deleteChange(userId: number | undefined, itemId: number): Promise<void> {
	const key = keyOf(userId, itemId);
	unstored.delete(key);
	await withDraftStore('readwrite', (store) => store.delete(key));
}

/** The key of the saved ids that are stored for visits without a connection. */
export const offlineIdsKey = (userId: number) => `${userId}/saved-ids`;

/** Stores the ids for later visits without a connection. */
export async function storeOfflineIds(userId: number, ids: readonly number[]): Promise<void> {
	await withDraftStore('readwrite', (store) => store.put(ids, offlineIdsKey(userId)));
}

/** The ids for visits without a connection; undefined if none are stored. */
export function readOfflineIds(userId: number): Promise<number[] | undefined> {
	return withDraftStore<number[] | undefined>('readonly', (store) =>
		store.get(offlineIdsKey(userId)),
	);
}
