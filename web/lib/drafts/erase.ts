import { SESSION_DAYS } from '#contract/core/cookies.ts';
import { forgetSeen } from '#web/lib/offline/forget.ts';
import { readCredentials } from '#web/lib/session/credentials.ts';
import { inDrafts } from './database.ts';
import { DRAFT_DATABASE, DRAFT_STORE, eraseDrafts, settled } from './drafts.ts';

/** Beside the drafts, whose names all have a slash. */
const OWNER = 'owner';

/** Who was signed in at this browser last, and when. */
interface Owner {
	userId: number;
	seenAtMs: number;
}

const KEPT_MS = SESSION_DAYS * 86_400_000;

/**
 * Erases what this browser keeps of others than who is signed in. A session that ended by itself, or from elsewhere, has erased
 * nothing, for who comes back; nobody else is to be left with it.
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

/** Erases what nobody has come back to for as long as a session lasts. Who has a token may be back: the server has the word. */
export async function eraseForgotten(): Promise<void> {
	if (readCredentials()) return;
	const owner = await findOwner().catch(() => undefined);
	if (!owner || Date.now() - owner.seenAtMs < KEPT_MS) return;
	forgetSeen();
	await eraseDrafts();
}

/**
 * Makes no database where there is none: one that is just being erased would be there again.
 * @throws where there is none, or the browser forbids it
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

/** The number in the name of a draft, or 'nobody'. What belongs to a chat has it behind that word. */
function ownerOf(name: string): string | undefined {
	const [first, second] = name.split('/');
	return first === 'chat' ? second : first;
}
