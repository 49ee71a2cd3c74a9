import { useSyncExternalStore } from 'react';
import { readStoredAdmin } from '#web/admin/lib/token.ts';
import type { ChangeReply } from './use-admin-change.ts';

/** The typed texts, by the names of the fields. */
type Draft = Readonly<Record<string, string>>;

const NOTHING_TYPED: Draft = {};

const listeners = new Set<() => void>();
const drafts = new Map<string, Draft>();
/** The token of the session in which the drafts were typed. */
let ownerToken: string | undefined;

/**
 * The texts that were typed under a key and not sent, so that a dialog or panel can show them again when it is
 * reopened. They are kept in memory until the page is unloaded or the session ends.
 * @param key what the text is about, such as `reports/12`
 */
export function readDraft(key: string): Draft {
	dropDraftsOfOtherSessions();
	return drafts.get(key) ?? NOTHING_TYPED;
}

/** `readDraft` as a hook, for components that show the text as it changes. */
export function useDraft(key: string): Draft {
	return useSyncExternalStore(subscribe, () => readDraft(key));
}

export function keepDraft(key: string, draft: Draft): void {
	dropDraftsOfOtherSessions();
	drafts.set(key, draft);
	notifyListeners();
}

/** Keeps the values of all fields of a form. */
export function keepForm(key: string, form: HTMLFormElement): void {
	const values = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
	keepDraft(key, Object.fromEntries(values));
}

/** Sends a draft. Then deletes the draft, unless it was changed meanwhile or a colleague had decided first. */
export async function sendDraft<Reply extends ChangeReply | undefined>(
	key: string,
	send: () => Promise<Reply>,
): Promise<Reply> {
	const sent = readDraft(key);
	const reply = await send();
	if (!reply?.wasDecidedElsewhere && JSON.stringify(readDraft(key)) === JSON.stringify(sent)) {
		drafts.delete(key);
		notifyListeners();
	}
	return reply;
}

function dropDraftsOfOtherSessions(): void {
	const token = readStoredAdmin()?.token;
	if (token === ownerToken) return;
	ownerToken = token;
	drafts.clear();
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

function notifyListeners(): void {
	for (const listener of listeners) listener();
}
