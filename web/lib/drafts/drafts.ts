export const DRAFT_DATABASE = 'drafts';
/** The one store of the database: parts of unfinished forms by their names. */
export const DRAFT_STORE = 'items';
const PATIENCE_MS = 500;

let connection: IDBDatabase | undefined;

/** The connection that stands already: a page that is about to go has no time to make one. */
export function currentDrafts(): IDBDatabase | undefined {
	return connection;
}

/** @throws where the browser forbids the database */
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

/** What was being written is not for the next person at this browser. */
export async function eraseDrafts(): Promise<void> {
	closeDrafts();
	try {
		// Another tab that holds on to it must not keep anybody signed in.
		const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
		await Promise.race([settled(indexedDB.deleteDatabase(DRAFT_DATABASE)), patience]);
	} catch {
		// A browser that forbids the database has kept nothing.
	}
}

function closeDrafts(): void {
	connection?.close();
	connection = undefined;
}

/** A request of IndexedDB as a promise. */
export function settled<T>(request: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}
