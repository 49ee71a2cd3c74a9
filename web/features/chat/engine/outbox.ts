import { withDraftStore } from '#web/lib/drafts/database.ts';
import type { UnsentMessage } from './messages.ts';

/** What one person has not sent yet in one chat, kept in this browser: it survives a reload, and ends with signing out. */
export interface Outbox {
	/** In the order of their writing. */
	readUnsent: () => Promise<readonly UnsentMessage[]>;
	saveUnsent: (message: UnsentMessage) => void;
	deleteUnsent: (clientId: string) => void;
	/** What was half typed; '' for nothing. */
	readDraft: () => Promise<string>;
	/** Written at once: a page that closes has no time for it. */
	saveDraft: (text: string) => void;
}

/** Behind every name of the store that begins with something. */
const KEY_RANGE_END = '\uffff';

const watchers = new Set<() => void>();

/** Calls back whenever something that is not sent was kept or dropped, on this page; returns how to stop. */
export function watchOutboxes(watcher: () => void): () => void {
	watchers.add(watcher);
	return () => watchers.delete(watcher);
}

function notifyWatchers(): void {
	for (const watcher of watchers) watcher();
}

/** The last message that a person has not sent yet in each of their chats, by room. */
export async function readLastUnsent(userId: number): Promise<Record<string, UnsentMessage>> {
	const last: Record<string, UnsentMessage> = {};
	for (const roomId of await listUnsentRooms(userId)) {
		const message = (await createOutbox(userId, roomId).readUnsent()).at(-1);
		if (message) last[roomId] = message;
	}
	return last;
}

/** The rooms in which a person has written what is not sent. */
export async function listUnsentRooms(userId: number): Promise<string[]> {
	const ownKeys = keysWithPrefix(`chat/${userId}/`);
	const names = await withDraftStore<IDBValidKey[]>('readonly', (store) =>
		store.getAllKeys(ownKeys),
	);
	const parts = (names ?? []).map((name) => String(name).split('/'));
	const rooms = parts.flatMap(([, , room = '', kind]) => (kind === 'unsent' ? [room] : []));
	return [...new Set(rooms)];
}

/** Each message stands apart, so that two tabs of one chat do not write over each other. */
export function createOutbox(userId: number, roomId: string): Outbox {
	const unsentPrefix = `chat/${userId}/${roomId}/unsent/`;
	const draftKey = `chat/${userId}/${roomId}/draft`;

	async function readUnsent() {
		const range = keysWithPrefix(unsentPrefix);
		const found = await withDraftStore<UnsentMessage[]>('readonly', (store) => store.getAll(range));
		return (found ?? []).sort((one, other) => one.writtenAt - other.writtenAt);
	}

	return {
		readUnsent,
		saveUnsent: (message) => {
			const name = unsentPrefix + message.clientId;
			void withDraftStore('readwrite', (store) => store.put(message, name)).then(notifyWatchers);
		},
		deleteUnsent: (clientId) => {
			void withDraftStore('readwrite', (store) => store.delete(unsentPrefix + clientId)).then(
				notifyWatchers,
			);
		},
		readDraft: async () =>
			(await withDraftStore<string>('readonly', (store) => store.get(draftKey))) ?? '',
		saveDraft: (text) => {
			void withDraftStore(
				'readwrite',
				(store): IDBRequest => (text === '' ? store.delete(draftKey) : store.put(text, draftKey)),
			);
		},
	};
}

function keysWithPrefix(prefix: string): IDBKeyRange {
	return IDBKeyRange.bound(prefix, prefix + KEY_RANGE_END);
}
