import { withDraftStore } from '#web/lib/drafts/database.ts';
import { VISITOR_SEEN_KEY } from '#web/lib/drafts/visitor-keys.ts';
import { currentSession } from '#web/lib/session/session.ts';

export const MAX_SEEN = 12;

/** Stored with the user's drafts and deleted with them: at logout, and when another user signs in. */
const storageKey = () => {
	const { userId } = currentSession();
	return userId === undefined ? VISITOR_SEEN_KEY : `${userId}/seen`;
};

/**
 * Ids of the items that were opened last in this browser, newest first. After signing in, the items opened as a visitor
 * become the user's.
 */
export async function readSeen(): Promise<number[]> {
	const key = storageKey();
	const own = await readList(key);
	if (key === VISITOR_SEEN_KEY) return own;
	const seenAsVisitor = await readList(VISITOR_SEEN_KEY);
	if (seenAsVisitor.length === 0) return own;
	const all = [...new Set([...seenAsVisitor, ...own])].slice(0, MAX_SEEN);
	await withDraftStore('readwrite', (store) => {
		store.delete(VISITOR_SEEN_KEY);
		return store.put(all, key);
	});
	return all;
}

async function readList(key: string): Promise<number[]> {
	return (await withDraftStore<number[] | undefined>('readonly', (store) => store.get(key))) ?? [];
}

/** Stores an item in front of the others, unless `signal` has aborted: the user may have changed meanwhile. */
export async function addSeen(itemId: number, signal: AbortSignal): Promise<void> {
	const others = (await readSeen()).filter((id) => id !== itemId);
	if (!signal.aborted) await writeSeen([itemId, ...others].slice(0, MAX_SEEN));
}

export async function writeSeen(ids: readonly number[]): Promise<void> {
	const key = storageKey();
	await withDraftStore('readwrite', (store) => store.put(ids, key));
}
