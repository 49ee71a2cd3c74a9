import { openOnce } from './database.ts';
import { currentDraftDatabase, DRAFT_STORE, promisifyRequest } from './drafts.ts';

/**
 * Changes an entry of the draft store in one transaction, so that no tab writes it between the read and the write. Does
 * nothing if there is no such entry.
 */
export async function changeEntry<T>(key: string, change: (stored: T) => T): Promise<void> {
	try {
		const database = currentDraftDatabase() ?? (await openOnce());
		const store = database.transaction(DRAFT_STORE, 'readwrite').objectStore(DRAFT_STORE);
		const stored = await promisifyRequest<T | undefined>(store.get(key));
		if (stored !== undefined) await promisifyRequest(store.put(change(stored), key));
	} catch {
		// The entry stays as it is.
	}
}
