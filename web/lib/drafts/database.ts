import { currentDraftDatabase, DRAFT_STORE, openDraftDatabase } from './drafts.ts';

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
 * and stores nothing in a browser that forbids IndexedDB or has no space left.
 */
export async function withDraftStore<T>(
	mode: IDBTransactionMode,
	operation: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
	try {
		const database = currentDraftDatabase() ?? (await openOnce());
		const transaction = database.transaction(DRAFT_STORE, mode);
		const request = operation(transaction.objectStore(DRAFT_STORE));
		transaction.commit();
		return await new Promise((resolve, reject) => {
			// A request succeeds before the browser notices that the device has no space left.
			transaction.oncomplete = () => resolve(request.result);
			transaction.onabort = reject;
		});
	} catch {
		return undefined;
	}
}
