import { SESSION_DAYS } from '#contract/core/cookies.ts';
import { clearOfflineCache } from '#web/lib/offline/clear-cache.ts';
import { readCredentials } from '#web/lib/session/credentials.ts';
import { withDraftStore } from './database.ts';
import { DRAFT_DATABASE, DRAFT_STORE, eraseDrafts, promisifyRequest } from './drafts.ts';
import { VISITOR_SAVED_PREFIX, VISITOR_SEEN_KEY } from './visitor-keys.ts';

/** Key of the owner entry; it has no slash, unlike the keys of drafts. */
const OWNER_KEY = 'owner';

/** The user who was last signed in in this browser. */
interface Owner {
	userId: number;
	/** When the user was last known to be signed in, in milliseconds since 1970; 0 if the data counts as expired. */
	seenAtMs: number;
}

const RETENTION_MS = SESSION_DAYS * 86_400_000;

/**
 * Deletes local data of all users except the signed-in user. When a session has expired or was ended from another
 * device, its data stays for the same user.
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
		for (const key of keys.map(String)) if (!isKeptFor(userId, key)) store.delete(key);
		return store.put(owner, OWNER_KEY);
	});
}

/**
 * Deletes local data whose owner has not returned for the lifetime of a session. Does nothing while a token is
 * stored: the server decides first whether it is valid.
 */
export async function eraseExpiredDrafts(): Promise<void> {
	if (readCredentials()) return;
	const owner = await findOwner().catch(() => undefined);
	if (!owner || Date.now() - owner.seenAtMs < RETENTION_MS) return;
	clearOfflineCache();
	await eraseDrafts();
}

/**
 * Marks the local data of the signed-in user as expired, so that it is deleted after the end of the session. If the
 * server confirms the session first, `eraseOtherUsersDrafts` removes the mark.
 */
export async function expireDraftsWithSession(): Promise<void> {
	const userId = readCredentials()?.userId;
	if (userId === undefined) return;
	const owner: Owner = { userId, seenAtMs: 0 };
	await withDraftStore('readwrite', (store) => store.put(owner, OWNER_KEY));
}

/**
 * Reads the owner without creating the database, because a database that is just being deleted would reappear.
 * @throws if there is no database, or the browser forbids IndexedDB
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

/** Whether an entry is the user's own, or was left by a visitor and is taken over by the user (visitor-keys.ts). */
function isKeptFor(userId: number, key: string): boolean {
	const isOfVisitor = key.startsWith(VISITOR_SAVED_PREFIX) || key === VISITOR_SEEN_KEY;
	return isOfVisitor || draftOwnerId(key) === String(userId);
}

/** The user id in a draft's key, or 'nobody'. Keys of chats have it after the word 'chat'. */
function draftOwnerId(key: string): string | undefined {
	const [first, second] = key.split('/');
	return first === 'chat' ? second : first;
}
