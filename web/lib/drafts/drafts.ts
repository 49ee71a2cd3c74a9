export const DRAFT_DATABASE = 'drafts';
/** The one store of the database: parts of unfinished forms by their names. */
export const DRAFT_STORE = 'items';
const DELETE_TIMEOUT_MS = 500;

let connection: IDBDatabase | undefined;

/** The connection that stands already: a page that is about to go has no time to make one. */
export function currentDraftDatabase(): IDBDatabase | undefined {
	return connection;
}

/** @throws where the browser forbids the database */
export async function openDraftDatabase(): Promise<IDBDatabase> {
	if (connection) return connection;
	const request = indexedDB.open(DRAFT_DATABASE, 1);
	request.onupgradeneeded = () => request.result.createObjectStore(DRAFT_STORE);
	const database = await promisifyRequest(request);
	database.onversionchange = closeDraftDatabase;
	database.onclose = closeDraftDatabase;
	connection = database;
	return database;
}

/** What was being written is not for the next person at this browser. */
export async function eraseDrafts(): Promise<void> {
	closeDraftDatabase();
	try {
		// Another tab that holds on to it must not keep anybody signed in.
		const timeout = new Promise((resolve) => setTimeout(resolve, DELETE_TIMEOUT_MS));
		await Promise.race([promisifyRequest(indexedDB.deleteDatabase(DRAFT_DATABASE)), timeout]);
	} catch {
		// A browser that forbids the database has kept nothing.
	}
}

function closeDraftDatabase(): void {
	connection?.close();
	connection = undefined;
}

/** A request of IndexedDB as a promise. */
export function promisifyRequest<T>(request: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}
