import type { Page } from 'playwright-core';

/**
 * The names of the drafts and other unsent changes in the browser's IndexedDB. Returns an empty list if the database
 * does not exist, and does not create it.
 */
export const storedDrafts = (page: Page) =>
	page.evaluate(async () => {
		const { promise, resolve } = Promise.withResolvers<IDBDatabase | undefined>();
		const opening = indexedDB.open('drafts');
		opening.onupgradeneeded = () => opening.transaction?.abort();
		opening.onsuccess = () => resolve(opening.result);
		opening.onerror = () => resolve(undefined);
		const database = await promise;
		if (!database) return [];
		const names = Promise.withResolvers<string[]>();
		const asking = database.transaction('items').objectStore('items').getAllKeys();
		asking.onsuccess = () => names.resolve(asking.result.map(String));
		const found = await names.promise;
		database.close();
		return found;
	});
