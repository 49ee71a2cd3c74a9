import {
	currentDraftDatabase,
	DRAFT_STORE,
	openDraftDatabase,
	promisifyRequest,
} from './drafts.ts';

let pendingOpen: Promise<IDBDatabase> | undefined;

/**
 * Opens the draft database. Concurrent callers share one pending open, so that no second connection leaks.
 * @throws if the browser forbids IndexedDB
 */
export function openOnce(): Promise<IDBDatabase> {
	pendingOpen ??= openDraftDatabase().finally(() => {
		pendingOpen = undefined;
	});
	return pendingOpen;
}

/**
 * Runs a request on the draft store. Synchronous up to the request if the database is already open. Returns undefined
 * and stores nothing in a browser that forbids IndexedDB.
 */
export async function withDraftStore<T>(
	mode: IDBTransactionMode,
	operation: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
	try {
		const database = currentDraftDatabase() ?? (await openOnce());
		const transaction = database.transaction(DRAFT_STORE, mode);
		const result = promisifyRequest(operation(transaction.objectStore(DRAFT_STORE)));
		transaction.commit();
		return await result;
	} catch {
		return undefined;
	}
}
