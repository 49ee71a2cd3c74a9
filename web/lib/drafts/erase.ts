import { SESSION_DAYS } from '#contract/core/cookies.ts';
import { forgetSeen } from '#web/lib/offline/forget.ts';
import { readCredentials } from '#web/lib/session/credentials.ts';
import { inDrafts } from './database.ts';
import { DRAFT_DATABASE, DRAFT_STORE, eraseDrafts, settled } from './drafts.ts';

/** Key of the owner entry; it has no slash, unlike the keys of drafts. */
const OWNER = 'owner';

/** The user who was last signed in in this browser. */
interface Owner {
	userId: number;
	seenAtMs: number;
}

const KEPT_MS = SESSION_DAYS * 86_400_000;

/**
 * Deletes local data of other users than the signed-in one. Sessions that expired or were ended from another device
 * leave their data in place for the same user.
 */
export async function eraseOthers(userId: number): Promise<void> {
	if (readCredentials()?.userId !== userId) return;
	const names = (await inDrafts('readonly', (store) => store.getAllKeys())) ?? [];
	const before = await inDrafts<Owner | undefined>('readonly', (store) => store.get(OWNER));
	if (before && before.userId !== userId) forgetSeen();
	const owner: Owner = { userId, seenAtMs: Date.now() };
	await inDrafts('readwrite', (store) => {
		for (const name of names) if (ownerOf(String(name)) !== String(userId)) store.delete(name);
		return store.put(owner, OWNER);
	});
}

/**
 * Deletes local data whose owner has not returned for the lifetime of a session. Does nothing while a token is
 * stored: the server decides first whether it is valid.
 */
export async function eraseForgotten(): Promise<void> {
	if (readCredentials()) return;
	const owner = await findOwner().catch(() => undefined);
	if (!owner || Date.now() - owner.seenAtMs < KEPT_MS) return;
	forgetSeen();
	await eraseDrafts();
}

/**
 * Reads the owner without creating the database, because a database that is just being deleted would reappear.
 * @throws if there is no database, or the browser forbids IndexedDB
 */
async function findOwner(): Promise<Owner | undefined> {
	const opening = indexedDB.open(DRAFT_DATABASE);
	opening.onupgradeneeded = () => opening.transaction?.abort();
	const database = await settled(opening);
	try {
		return await settled(database.transaction(DRAFT_STORE).objectStore(DRAFT_STORE).get(OWNER));
	} finally {
		database.close();
	}
}

/** The user id in a draft's key, or 'nobody'. Keys of chats have it after the word 'chat'. */
function ownerOf(name: string): string | undefined {
	const [first, second] = name.split('/');
	return first === 'chat' ? second : first;
}
