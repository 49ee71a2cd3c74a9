import { SESSION_DAYS } from '#contract/core/cookies.ts';
import { clearOfflineCache } from '#web/lib/offline/forget.ts';
import { readCredentials } from '#web/lib/session/credentials.ts';
import { withDraftStore } from './database.ts';
import { DRAFT_DATABASE, DRAFT_STORE, eraseDrafts, promisifyRequest } from './drafts.ts';

/** Beside the drafts, whose names all have a slash. */
const OWNER_KEY = 'owner';

/** Who was signed in at this browser last, and when. */
interface Owner {
	userId: number;
	seenAtMs: number;
}

const RETENTION_MS = SESSION_DAYS * 86_400_000;

/**
 * Erases what this browser keeps of others than who is signed in. A session that ended by itself, or from elsewhere, has erased
 * nothing, for who comes back; nobody else is to be left with it.
 */
export async function eraseOtherUsersDrafts(userId: number): Promise<void> {
	if (readCredentials()?.userId !== userId) return;
	const keys = (await withDraftStore('readonly', (store) => store.getAllKeys())) ?? [];
	const previousOwner = await withDraftStore<Owner | undefined>('readonly', (store) =>
		store.get(OWNER_KEY),
	);
	if (previousOwner && previousOwner.userId !== userId) clearOfflineCache();
	const owner: Owner = { userId, seenAtMs: Date.now() };
	await withDraftStore('readwrite', (store) => {
		for (const key of keys) if (draftOwnerId(String(key)) !== String(userId)) store.delete(key);
		return store.put(owner, OWNER_KEY);
	});
}

/** Erases what nobody has come back to for as long as a session lasts. Who has a token may be back: the server has the word. */
export async function eraseExpiredDrafts(): Promise<void> {
	if (readCredentials()) return;
	const owner = await findOwner().catch(() => undefined);
	if (!owner || Date.now() - owner.seenAtMs < RETENTION_MS) return;
	clearOfflineCache();
	await eraseDrafts();
}

/**
 * Makes no database where there is none: one that is just being erased would be there again.
 * @throws where there is none, or the browser forbids it
 */
async function findOwner(): Promise<Owner | undefined> {
	const request = indexedDB.open(DRAFT_DATABASE);
	request.onupgradeneeded = () => request.transaction?.abort();
	const database = await promisifyRequest(request);
	try {
		return await promisifyRequest(
			database.transaction(DRAFT_STORE).objectStore(DRAFT_STORE).get(OWNER_KEY),
		);
	} finally {
		database.close();
	}
}

/** The number in the name of a draft, or 'nobody'. What belongs to a chat has it behind that word. */
function draftOwnerId(key: string): string | undefined {
	const [first, second] = key.split('/');
	return first === 'chat' ? second : first;
}
