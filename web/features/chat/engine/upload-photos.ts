import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import { canSend } from './background-sending.ts';
import type { UnsentMessage } from './messages.ts';
import type { Outbox } from './outbox.ts';
import type { RoomStore } from './room-store.ts';

interface PhotoUploadsDeps {
	store: RoomStore;
	outbox: Outbox;
	/** Stores and shows the message with its uploaded photos, in place of the message without them. */
	replace: (message: UnsentMessage) => void;
	/** Called when the server refuses a photo, or an upload fails although there is a connection. */
	onRefused: (message: UnsentMessage, error: DeclaredError) => void;
	/** Called when the photos are on the server, or the message was discarded or sent meanwhile. */
	onEnd: () => void;
	/** Called when the connection was lost for a long time, or the upload was cancelled. */
	onFailed: () => void;
	/** Removes from the page a message that was sent or discarded elsewhere. */
	remove: (clientId: string) => void;
}

/**
 * Codes after which the photos of a message are uploaded once more: the server has deleted them because they were not
 * sent within a day, or another tab with the same draft has sent them.
 */
export const UPLOAD_AGAIN_CODES: readonly string[] = [
	CHAT_ERRORS.photoNotYours.code,
	CHAT_ERRORS.photoAlreadySent.code,
];

/** Returns a function that uploads the photos of a message, unless they are uploaded or being uploaded. */
export function createPhotoUploads(deps: PhotoUploadsDeps): (message: UnsentMessage) => void {
	const { store, outbox, replace, onRefused, onEnd, onFailed, remove } = deps;
	const uploading = new Set<string>();

	return (message) => {
		if (hasPendingPhotos(message) && !uploading.has(message.clientId)) void upload(message);
	};

	async function upload({ clientId, photos = [] }: UnsentMessage): Promise<void> {
		uploading.add(clientId);
		try {
			const { uploadAll } = await import('#web/features/chat/photos/upload-all.ts');
			const outcome = await uploadAll(photos, isConnected);
			const message = await findWaiting(clientId);
			uploading.delete(clientId);
			if (message && 'error' in outcome) return onRefused(message, outcome.error);
			if (message && 'photos' in outcome) replace({ ...message, photos: outcome.photos });
			onEnd();
		} catch {
			uploading.delete(clientId);
			onFailed();
		}
	}

	function isConnected(): boolean {
		return navigator.onLine && canSend(store.current());
	}

	/** Undefined if the message was discarded or sent meanwhile, in another tab or on this page. */
	async function findWaiting(clientId: string): Promise<UnsentMessage | undefined> {
		// A joined chat needs no check: the server sends it all messages that are stored.
		if (!store.current().isJoined && (await outbox.isGone(clientId))) remove(clientId);
		return store.current().unsent.find((message) => message.clientId === clientId);
	}
}

export function hasPendingPhotos({ photos = [] }: UnsentMessage): boolean {
	return photos.some(({ uploaded }) => !uploaded);
}
