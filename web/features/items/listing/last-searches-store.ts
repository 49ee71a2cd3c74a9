import { withDraftStore } from '#web/lib/drafts/database.ts';
import { currentSession } from '#web/lib/session/session.ts';

const MAX_SEARCHES = 6;

/** Stored with the user's drafts and deleted with them: at logout, and when another user signs in. */
const storageKey = () => `${currentSession().userId ?? 'nobody'}/searches`;

/** The user's last searches in this browser, the newest first. */
export async function readSearches(): Promise<string[]> {
	const key = storageKey();
	return (await withDraftStore<string[] | undefined>('readonly', (store) => store.get(key))) ?? [];
}

/** Stores a search in front of the others, without duplicates. */
export async function saveSearch(query: string): Promise<void> {
	const others = await searchesWithout(query);
	await writeSearches([query, ...others].slice(0, MAX_SEARCHES));
}

/** @returns the remaining searches */
export async function removeSearch(query: string): Promise<string[]> {
	const others = await searchesWithout(query);
	await writeSearches(others);
	return others;
}

async function searchesWithout(query: string): Promise<string[]> {
	const lower = query.toLowerCase();
	return (await readSearches()).filter((search) => search.toLowerCase() !== lower);
}

async function writeSearches(searches: readonly string[]): Promise<void> {
	const key = storageKey();
	await withDraftStore('readwrite', (store) => store.put(searches, key));
}
