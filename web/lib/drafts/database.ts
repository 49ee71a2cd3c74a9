import { currentDrafts, DRAFT_STORE, openDrafts, settled } from './drafts.ts';

let opening: Promise<IDBDatabase> | undefined;

/** Who asks while it opens waits for the same one: of two connections, one would never be closed. */
function opened(): Promise<IDBDatabase> {
	opening ??= openDrafts().finally(() => {
		opening = undefined;
	});
	return opening;
}

/**
 * Reads or writes what this browser keeps of unfinished work. At once where the database is open already; undefined, and
 * nothing kept, in a browser that forbids the database.
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
