import { inDrafts } from '#web/lib/drafts/database.ts';
import { currentSession } from '#web/lib/session/session.ts';

const KEPT_MAX = 6;

/** Beside a person's drafts, and erased with them: at logout, and when somebody else signs in. */
const ownName = () => `${currentSession().userId ?? 'nobody'}/searches`;

/** What was searched for in this browser, the newest first. */
export async function readSearches(): Promise<string[]> {
	const name = ownName();
	return (await inDrafts<string[] | undefined>('readonly', (store) => store.get(name))) ?? [];
}

/** Keeps words that were searched for, once, in front of the others. */
export async function keepSearch(words: string): Promise<void> {
	const others = await withoutSearch(words);
	await writeSearches([words, ...others].slice(0, KEPT_MAX));
}

/** @returns what is left */
export async function removeSearch(words: string): Promise<string[]> {
	const others = await withoutSearch(words);
	await writeSearches(others);
	return others;
}

async function withoutSearch(words: string): Promise<string[]> {
	const lower = words.toLowerCase();
	return (await readSearches()).filter((kept) => kept.toLowerCase() !== lower);
}

async function writeSearches(searches: readonly string[]): Promise<void> {
	const name = ownName();
	await inDrafts('readwrite', (store) => store.put(searches, name));
}
