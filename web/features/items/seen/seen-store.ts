import { withDraftStore } from '#web/lib/drafts/database.ts';
import { currentSession } from '#web/lib/session/session.ts';

export const MAX_SEEN = 12;

/** Stored with the user's drafts and deleted with them: at logout, and when another user signs in. */
const storageKey = () => `${currentSession().userId ?? 'nobody'}/seen`;

/** Ids of the items that the user opened last in this browser, the newest first. */
export async function readSeen(): Promise<number[]> {
	const name = storageKey();
	return (await withDraftStore<number[] | undefined>('readonly', (store) => store.get(name))) ?? [];
}

/** Stores an item in front of the others, unless its page was left meanwhile: the user may be another one by then. */
export async function addSeen(itemId: number, signal: AbortSignal): Promise<void> {
	const others = (await readSeen()).filter((id) => id !== itemId);
	if (!signal.aborted) await writeSeen([itemId, ...others].slice(0, MAX_SEEN));
}

export async function writeSeen(ids: readonly number[]): Promise<void> {
	const name = storageKey();
	await withDraftStore('readwrite', (store) => store.put(ids, name));
}
