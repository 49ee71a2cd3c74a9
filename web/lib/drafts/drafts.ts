/** The browser's database (IndexedDB) for data that a user has not sent yet. */
export const DRAFT_DATABASE = 'drafts';
/** The only object store of the database. Contains, by key, drafts of forms, unsent messages and other local data. */
export const DRAFT_STORE = 'items';
const DELETE_TIMEOUT_MS = 500;

let connection: IDBDatabase | undefined;

/** The open connection, if any: a closing page has no time to open one. */
export function currentDraftDatabase(): IDBDatabase | undefined {
	return connection;
}

/** @throws if the browser forbids IndexedDB */
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

/** Deletes all drafts, so that the next user of this browser cannot see them. */
export async function eraseDrafts(): Promise<void> {
	closeDraftDatabase();
	try {
		// The browser deletes the database only when other tabs have closed it. Signing out must not wait that long.
		const timeout = new Promise((resolve) => setTimeout(resolve, DELETE_TIMEOUT_MS));
		await Promise.race([promisifyRequest(indexedDB.deleteDatabase(DRAFT_DATABASE)), timeout]);
	} catch {
		// A browser that forbids IndexedDB has stored nothing.
	}
}

function closeDraftDatabase(): void {
	connection?.close();
	connection = undefined;
}

/** An IndexedDB request as a promise. */
export function promisifyRequest<T>(request: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}
