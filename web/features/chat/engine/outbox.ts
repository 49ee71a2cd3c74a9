import type { UploadedChatPhoto } from '#contract/chat/photos.ts';
import { type PickedPhoto, withUpload } from '#web/features/chat/photos/picked-photo.ts';
import { changeEntry } from '#web/lib/drafts/change-entry.ts';
import { withDraftStore } from '#web/lib/drafts/database.ts';
import type { UnsentMessage } from './messages.ts';

/**
 * A user's unsent messages and draft in one chat, stored in this browser (IndexedDB): they survive a reload and are
 * deleted on signing out.
 */
export interface Outbox {
	/** The unsent messages, oldest first. */
	readUnsent: () => Promise<readonly UnsentMessage[]>;
	/**
	 * Whether the message was sent or discarded meanwhile, for example in another tab. False for a message that this
	 * browser could not store.
	 */
	isGone: (clientId: string) => Promise<boolean>;
	saveUnsent: (message: UnsentMessage) => Promise<void>;
	deleteUnsent: (clientId: string) => void;
	/** The draft; '' if there is none. */
	readDraft: () => Promise<string>;
	/** The photos picked for the next message; empty if there are none. */
	readDraftPhotos: () => Promise<readonly PickedPhoto[]>;
	saveDraftPhotos: (photos: readonly PickedPhoto[]) => void;
	/** Stores the server's copy of a photo, if the photo is still in the draft: another tab may have sent or removed it. */
	saveDraftUpload: (photoKey: string, uploaded: UploadedChatPhoto) => void;
	/** Stores the draft without a delay, because a page that is being closed has no time left. */
	saveDraft: (text: string) => void;
}

/** Sorts after every character, so that a key range can cover one prefix. */
const KEY_RANGE_END = '\uffff';

const watchers = new Set<() => void>();

/** Calls back whenever this page stores or deletes an unsent message; returns a function that stops watching. */
export function watchOutboxes(watcher: () => void): () => void {
	watchers.add(watcher);
	return () => watchers.delete(watcher);
}

function notifyWatchers(): void {
	for (const watcher of watchers) watcher();
}

/** A user's last unsent message in each chat, by room id. */
export async function readLastUnsent(userId: number): Promise<Record<string, UnsentMessage>> {
	const lastByRoom: Record<string, UnsentMessage> = {};
	for (const roomId of await listUnsentRooms(userId)) {
		const message = (await createOutbox(userId, roomId).readUnsent()).at(-1);
		if (message) lastByRoom[roomId] = message;
	}
	return lastByRoom;
}

/** The rooms in which a user has unsent messages. */
export async function listUnsentRooms(userId: number): Promise<string[]> {
	const ownKeys = keysWithPrefix(`chat/${userId}/`);
	const names = await withDraftStore<IDBValidKey[]>('readonly', (store) =>
		store.getAllKeys(ownKeys),
	);
	const parts = (names ?? []).map((name) => String(name).split('/'));
	const rooms = parts.flatMap(([, , room = '', kind]) => (kind === 'unsent' ? [room] : []));
	return [...new Set(rooms)];
}

/** Each message is stored under its own key, so that two tabs with the same chat do not overwrite each other. */
export function createOutbox(userId: number, roomId: string): Outbox {
	const unsentPrefix = `chat/${userId}/${roomId}/unsent/`;
	const draftKey = `chat/${userId}/${roomId}/draft`;
	const draftPhotosKey = `chat/${userId}/${roomId}/draft-photos`;
	/** Client ids of messages that this browser could not store: IndexedDB is full or forbidden. */
	const notStored = new Set<string>();

	async function readUnsent() {
		const range = keysWithPrefix(unsentPrefix);
		const messages = await withDraftStore<UnsentMessage[]>('readonly', (store) =>
			store.getAll(range),
		);
		return (messages ?? []).sort((one, other) => one.writtenAt - other.writtenAt);
	}

	return {
		readUnsent,
		isGone: async (clientId) => {
			const count = (store: IDBObjectStore) => store.count(unsentPrefix + clientId);
			return !notStored.has(clientId) && (await withDraftStore('readonly', count)) === 0;
		},
		saveUnsent: async (message) => {
			const put = (store: IDBObjectStore) => store.put(message, unsentPrefix + message.clientId);
			if ((await withDraftStore('readwrite', put)) === undefined) notStored.add(message.clientId);
			notifyWatchers();
		},
		deleteUnsent: (clientId) => {
			void withDraftStore('readwrite', (store) => store.delete(unsentPrefix + clientId)).then(
				notifyWatchers,
			);
		},
		readDraft: async () =>
			(await withDraftStore<string>('readonly', (store) => store.get(draftKey))) ?? '',
		readDraftPhotos: async () =>
			(await withDraftStore<PickedPhoto[]>('readonly', (store) => store.get(draftPhotosKey))) ?? [],
		saveDraftPhotos: (photos) => {
			void withDraftStore(
				'readwrite',
				(store): IDBRequest =>
					photos.length === 0 ? store.delete(draftPhotosKey) : store.put(photos, draftPhotosKey),
			);
		},
		saveDraftUpload: (photoKey, uploaded) => {
			void changeEntry<PickedPhoto[]>(draftPhotosKey, (photos) =>
				withUpload(photos, photoKey, uploaded),
			);
		},
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
