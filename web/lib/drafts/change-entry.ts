import { currentDraftDatabase, DRAFT_STORE, promisifyRequest } from './drafts.ts';

/**
 * Changes an entry of the draft store in one transaction, so that no tab writes it between the read and the write. Does
 * nothing if there is no such entry, or if the database is not open: nothing was stored, or all drafts were erased.
 */
export async function changeEntry<T>(key: string, change: (stored: T) => T): Promise<void> {
	const database = currentDraftDatabase();
	if (!database) return;
	try {
		const store = database.transaction(DRAFT_STORE, 'readwrite').objectStore(DRAFT_STORE);
		const stored = await promisifyRequest<T | undefined>(store.get(key));
		if (stored !== undefined) await promisifyRequest(store.put(change(stored), key));
	} catch {
		// The entry stays as it is.
	}
}
