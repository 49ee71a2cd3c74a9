export const DRAFT_DATABASE = 'drafts';
/** The only object store of the database: parts of unfinished forms by key. */
export const DRAFT_STORE = 'items';
const PATIENCE_MS = 500;

let connection: IDBDatabase | undefined;

/** The open connection, if any: a closing page has no time to open one. */
export function currentDrafts(): IDBDatabase | undefined {
	return connection;
}

/** @throws if the browser forbids IndexedDB */
export async function openDrafts(): Promise<IDBDatabase> {
	if (connection) return connection;
	const opening = indexedDB.open(DRAFT_DATABASE, 1);
	opening.onupgradeneeded = () => opening.result.createObjectStore(DRAFT_STORE);
	const opened = await settled(opening);
	opened.onversionchange = closeDrafts;
	opened.onclose = closeDrafts;
	connection = opened;
	return opened;
}

/** Deletes all drafts, so that the next user of this browser cannot see them. */
export async function eraseDrafts(): Promise<void> {
	closeDrafts();
	try {
		// The deletion waits for other tabs to close the database; signing out must not.
		const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
		await Promise.race([settled(indexedDB.deleteDatabase(DRAFT_DATABASE)), patience]);
	} catch {
		// A browser that forbids IndexedDB has stored nothing.
	}
}

function closeDrafts(): void {
	connection?.close();
	connection = undefined;
}

/** An IndexedDB request as a promise. */
export function settled<T>(request: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}
