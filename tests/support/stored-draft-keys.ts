import type { Page } from 'playwright-core';

/**
 * All keys of the browser's draft database: of drafts, of other unsent changes, and `owner`, which names their user.
 * Returns an empty list if the database does not exist, and does not create it.
 */
export const storedDraftKeys = (page: Page) =>
	page.evaluate(async () => {
		const { promise, resolve } = Promise.withResolvers<IDBDatabase | undefined>();
		const opening = indexedDB.open('drafts');
		opening.onupgradeneeded = () => opening.transaction?.abort();
		opening.onsuccess = () => resolve(opening.result);
		opening.onerror = () => resolve(undefined);
		const database = await promise;
		if (!database) return [];
		const keys = Promise.withResolvers<string[]>();
		const asking = database.transaction('items').objectStore('items').getAllKeys();
		asking.onsuccess = () => keys.resolve(asking.result.map(String));
		const draftKeys = await keys.promise;
		database.close();
		return draftKeys;
	});
