import { withDraftStore } from '#web/lib/drafts/database.ts';
import { VISITOR_SAVED_PREFIX } from '#web/lib/drafts/visitor-saved.ts';

/** A press of a heart that the server does not know yet; for a visitor, an item that is saved on this device. */
export interface SavedChange {
	itemId: number;
	isSaved: boolean;
	/** Milliseconds since 1970. */
	changedAt: number;
}

/** Sorts after every character, so that a key range can cover one prefix. */
const KEY_RANGE_END = '\uffff';

/** By key: what could not be stored, because the browser forbids IndexedDB, lasts as long as the page. */
const unstored = new Map<string, SavedChange>();

/** @param userId undefined for a visitor */
const prefixOf = (userId: number | undefined) =>
	userId === undefined ? VISITOR_SAVED_PREFIX : `${userId}/saved/`;
const keyOf = (userId: number | undefined, itemId: number) => `${prefixOf(userId)}${itemId}`;

/** The newest first. */
export async function readChanges(userId: number | undefined): Promise<SavedChange[]> {
	const prefix = prefixOf(userId);
	const range = IDBKeyRange.bound(prefix, prefix + KEY_RANGE_END);
	const stored = await withDraftStore<SavedChange[]>('readonly', (store) => store.getAll(range));
	const others = [...unstored].flatMap(([key, change]) => (key.startsWith(prefix) ? [change] : []));
	return [...(stored ?? []), ...others].sort((one, other) => other.changedAt - one.changedAt);
}

export async function findChange(
	userId: number | undefined,
	itemId: number,
): Promise<SavedChange | undefined> {
	const key = keyOf(userId, itemId);
	const stored = await withDraftStore<SavedChange | undefined>('readonly', (store) =>
		store.get(key),
	);
	return stored ?? unstored.get(key);
}

/** Replaces an earlier change of the same item. */
export async function storeChange(userId: number | undefined, change: SavedChange): Promise<void> {
	const key = keyOf(userId, change.itemId);
	const stored = await withDraftStore('readwrite', (store) => store.put(change, key));
	if (stored === undefined) unstored.set(key, change);
}

export async function deleteChange(userId: number | undefined, itemId: number): Promise<void> {
	const key = keyOf(userId, itemId);
	unstored.delete(key);
	await withDraftStore('readwrite', (store) => store.delete(key));
}

const knownIdsKey = (userId: number) => `${userId}/saved-ids`;

/** Keeps the ids for a visit without a connection. */
export async function storeKnownIds(userId: number, ids: readonly number[]): Promise<void> {
	await withDraftStore('readwrite', (store) => store.put(ids, knownIdsKey(userId)));
}

export function readKnownIds(userId: number): Promise<number[] | undefined> {
	return withDraftStore<number[] | undefined>('readonly', (store) =>
		store.get(knownIdsKey(userId)),
	);
}
