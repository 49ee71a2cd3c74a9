import type { ChatPhoto, UploadedChatPhoto } from '#contract/chat/photos.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import { PHOTO_WIDTHS, photoUrlAt } from '#contract/photos/sizes.ts';
import { mergeMessage, type UnsentMessage, withLocalPhotos } from './messages.ts';
import type { Outbox } from './outbox.ts';
import type { RoomStore } from './room-store.ts';

/**
 * The message with its photos on the server; with an error if the server refuses one.
 * @throws TypeError when the connection is lost for long
 */
export async function uploadPhotosOf(
	message: UnsentMessage,
): Promise<{ message: UnsentMessage; error?: DeclaredError }> {
	if (!message.photos || message.photos.every(({ uploaded }) => uploaded)) return { message };
	const { uploadAll } = await import('#web/features/chat/photos/upload-all.ts');
	const outcome = await uploadAll(message.photos);
	if ('error' in outcome) return { message, error: outcome.error };
	return { message: { ...message, photos: outcome.photos } };
}

/** The data of `send-message`. */
export function messageRequest(
	roomId: string,
	userId: number,
	{ clientId, text, writtenAt, photos }: UnsentMessage,
): object {
	const timestamp = new Date(writtenAt).toISOString();
	const photoIds = photos?.map(({ uploaded }) => uploaded?.id);
	const request = { roomId, message: text, senderId: userId, userId, timestamp, clientId };
	return { ...request, ...(photoIds && { photoIds }) };
}

/** Shows the message as stored at once; the server's broadcast of it arrives separately and replaces it. */
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

/** With copies of the files, because an upload belongs to its file. */
export function withoutUploads({ photos = [], ...message }: UnsentMessage): UnsentMessage {
	return {
		...message,
		photos: photos.map(({ uploaded: _, file, ...photo }) => ({
			...photo,
			file: new File([file], file.name, { type: file.type }),
		})),
	};
}

function withThumb(photo: UploadedChatPhoto): ChatPhoto {
	return { ...photo, thumbUrl: photoUrlAt(photo.url, PHOTO_WIDTHS[0]) };
}

/** The unsent messages of a chat: shown on the page, and stored in this browser. */
export function createUnsentMessages(outbox: Outbox, store: RoomStore) {
	const find = (clientId: string) =>
		store.current().unsent.find((message) => message.clientId === clientId);

	/** Stores and shows a changed message. */
	function keep(message: UnsentMessage): void {
		outbox.saveUnsent(message);
		const unsent = store
			.current()
			.unsent.map((known) => (known.clientId === message.clientId ? message : known));
		store.update({ unsent });
	}

	function markRefused(message: UnsentMessage, { code, message: reason }: DeclaredError): void {
		keep({ ...message, error: { code, message: reason } });
		// The server reports the error twice, in either order; it is shown at the message only.
		if (store.current().roomError?.code === code) store.update({ roomError: undefined });
	}

	function remove(clientId: string): void {
		outbox.deleteUnsent(clientId);
		const { unsent } = store.current();
		const remaining = unsent.filter((message) => message.clientId !== clientId);
		if (remaining.length < unsent.length) store.update({ unsent: remaining });
	}

	return { find, keep, markRefused, remove };
}
