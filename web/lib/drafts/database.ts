import { currentDrafts, DRAFT_STORE, openDrafts, settled } from './drafts.ts';

let opening: Promise<IDBDatabase> | undefined;

/** Concurrent callers share one pending open, so that no second connection leaks. */
function opened(): Promise<IDBDatabase> {
	opening ??= openDrafts().finally(() => {
		opening = undefined;
	});
	return opening;
}

/**
 * Runs a request on the draft store. Synchronous up to the request if the database is already open. Returns undefined
 * and stores nothing in a browser that forbids IndexedDB.
 */
export async function inDrafts<T>(
	mode: IDBTransactionMode,
	act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
	try {
		const database = currentDrafts() ?? (await opened());
		const transaction = database.transaction(DRAFT_STORE, mode);
		const done = settled(act(transaction.objectStore(DRAFT_STORE)));
		transaction.commit();
		return await done;
	} catch {
		return undefined;
	}
}
