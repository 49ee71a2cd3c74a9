import type { ChatMessage } from '#contract/chat/events.ts';
import type { ChatPhoto, UploadedChatPhoto } from '#contract/chat/photos.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import { PHOTO_WIDTHS, photoUrlAt } from '#contract/photos/sizes.ts';
import { discardUploads } from '#web/features/chat/photos/known-uploads.ts';
import type { PickedPhoto } from '#web/features/chat/photos/picked-photo.ts';
import { randomUuid } from '#web/lib/random-uuid.ts';
import {
	mergeMessage,
	type StoredMessage,
	type UnsentMessage,
	withLocalPhotos,
} from './messages.ts';
import type { Outbox } from './outbox.ts';
import type { RoomStore } from './room-store.ts';

/** The data of `send-message`. @param isJoined whether the chat is the one that this connection has joined */
export function messageRequest(
	roomId: string,
	userId: number,
	{ clientId, text, writtenAt, photos }: UnsentMessage,
	isJoined: boolean,
): object {
	const timestamp = new Date(writtenAt).toISOString();
	const photoIds = photos?.map(({ uploaded }) => uploaded?.id);
	const request = { roomId, message: text, senderId: userId, userId, timestamp, clientId };
	return { ...request, ...(photoIds && { photoIds }), ...(!isJoined && { withoutJoining: true }) };
}

/** Shows the message as stored at once. The server's broadcast of it arrives separately and replaces this copy. */
export function addStored(
	store: RoomStore,
	message: UnsentMessage,
	id: number,
	userId: number,
): void {
	const { clientId, text, writtenAt, photos = [] } = message;
	const at = new Date(writtenAt).toISOString();
	const { messages, unsent } = store.current();
	if (messages.some((known) => known.id === id)) return;
	const stored = {
		id,
		message: text,
		userId,
		senderId: userId,
		timestamp: at,
		createdAt: at,
		clientId,
		photos: photos.flatMap(({ uploaded }) => (uploaded ? [withThumb(uploaded)] : [])),
		...(text === '' && { isWithoutWords: true as const }),
	};
	store.update({ messages: mergeMessage(messages, withLocalPhotos(stored, unsent)) });
}

/** Discards the uploads of a message and returns the message without them, so that its photos are uploaded again. */
export function withoutUploads({ photos = [], ...message }: UnsentMessage): UnsentMessage {
	discardUploads(photos);
	return { ...message, photos: photos.map(({ uploaded: _, ...photo }) => photo) };
}

function withThumb(photo: UploadedChatPhoto): ChatPhoto {
	return { ...photo, thumbUrl: photoUrlAt(photo.url, PHOTO_WIDTHS[0]) };
}

/** The unsent messages of a chat: shown on the page, and stored in this browser. */
export function createUnsentMessages(outbox: Outbox, store: RoomStore) {
	const find = (clientId: string) =>
		store.current().unsent.find((message) => message.clientId === clientId);

	/** Stores and shows a new message. */
	function add(text: string, photos: readonly PickedPhoto[]): void {
		const { unsent } = store.current();
		// Later than the last unsent message, because unsent messages are ordered by this time.
		const writtenAt = Math.max(Date.now(), (unsent.at(-1)?.writtenAt ?? 0) + 1);
		const clientId = randomUuid();
		const message = { clientId, text, writtenAt, ...(photos.length > 0 && { photos }) };
		void outbox.saveUnsent(message);
		store.update({ unsent: [...unsent, message] });
	}

	/** Shows the messages that were stored on earlier visits, and deletes those that the server already has. */
	async function restore(): Promise<void> {
		const stored = await outbox.readUnsent();
		const { unsent, messages } = store.current();
		const isAmong = (known: readonly { clientId?: string | null }[], { clientId }: UnsentMessage) =>
			known.some((one) => one.clientId === clientId);
		for (const one of stored) if (isAmong(messages, one)) outbox.deleteUnsent(one.clientId);
		const notShown = stored.filter((one) => !isAmong([...messages, ...unsent], one));
		if (notShown.length > 0) store.update({ unsent: [...notShown, ...unsent] });
	}

	/**
	 * Adds the local photo files to messages from the server, and removes their unsent copies, whose acknowledgement
	 * was lost.
	 */
	function replaceUnsentCopies(messages: readonly ChatMessage[]): readonly StoredMessage[] {
		const { unsent } = store.current();
		const ids = new Set(messages.map(({ clientId }) => clientId));
		for (const { clientId } of unsent) if (ids.has(clientId)) remove(clientId);
		return messages.map((message) => withLocalPhotos(message, unsent));
	}

	/** Stores and shows a changed message in place of the one with the same client id. */
	function replace(message: UnsentMessage): void {
		void outbox.saveUnsent(message);
		const unsent = store
			.current()
			.unsent.map((known) => (known.clientId === message.clientId ? message : known));
		store.update({ unsent });
	}

	function markRefused(message: UnsentMessage, { code, message: reason }: DeclaredError): void {
		replace({ ...message, error: { code, message: reason } });
	}

	function remove(clientId: string): void {
		outbox.deleteUnsent(clientId);
		discardUploads(find(clientId)?.photos ?? []);
		const { unsent } = store.current();
		const remaining = unsent.filter((message) => message.clientId !== clientId);
		if (remaining.length < unsent.length) store.update({ unsent: remaining });
	}

	return { find, add, restore, replace, markRefused, remove, replaceUnsentCopies };
}
