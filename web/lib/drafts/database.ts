import {
	currentDraftDatabase,
	DRAFT_STORE,
	openDraftDatabase,
	promisifyRequest,
} from './drafts.ts';

let pendingOpen: Promise<IDBDatabase> | undefined;

/** Who asks while it opens waits for the same one: of two connections, one would never be closed. */
function openOnce(): Promise<IDBDatabase> {
	pendingOpen ??= openDraftDatabase().finally(() => {
		pendingOpen = undefined;
	});
	return pendingOpen;
}

/**
 * Reads or writes what this browser keeps of unfinished work. At once where the database is open already; undefined, and
 * nothing kept, in a browser that forbids the database.
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
