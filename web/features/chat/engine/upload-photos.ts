import type { DeclaredError } from '#contract/core/errors.ts';
import { canSend } from './background-sending.ts';
import type { UnsentMessage } from './messages.ts';
import type { Outbox } from './outbox.ts';
import type { RoomStore } from './room-store.ts';

interface PhotoUploadsDeps {
	store: RoomStore;
	outbox: Outbox;
	/** Stores and shows a message with its uploaded photos. */
	keep: (message: UnsentMessage) => void;
	/** The server refuses a photo, or a photo fails although there is a connection. */
	onRefused: (message: UnsentMessage, error: DeclaredError) => void;
	/** The photos are on the server, or the message was discarded or sent meanwhile. */
	onEnd: () => void;
	/** The connection was lost for long. */
	onFailed: () => void;
	/** Takes a message that was sent or discarded elsewhere off the page. */
	remove: (clientId: string) => void;
}

/** The messages up to the first whose photos are still to be uploaded: later ones must not overtake it. */
export function beforePendingPhotos(waiting: readonly UnsentMessage[]): readonly UnsentMessage[] {
	const end = waiting.findIndex(hasPendingPhotos);
	return end === -1 ? waiting : waiting.slice(0, end);
}

/** Returns a function that uploads the photos of a message, unless they are uploaded or on their way. */
export function createPhotoUploads(deps: PhotoUploadsDeps): (message: UnsentMessage) => void {
	const { store, outbox, keep, onRefused, onEnd, onFailed, remove } = deps;
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
			if (message && 'photos' in outcome) keep({ ...message, photos: outcome.photos });
			onEnd();
		} catch {
			uploading.delete(clientId);
			onFailed();
		}
	}

	function isConnected(): boolean {
		return navigator.onLine && canSend(store.current());
	}

	/** Undefined if the message was discarded or sent: also in another tab, or on this page after the room was left. */
	async function findWaiting(clientId: string): Promise<UnsentMessage | undefined> {
		// In a joined chat the server tells what it has.
		if (!store.current().isJoined && (await outbox.isGone(clientId))) remove(clientId);
		return store.current().unsent.find((message) => message.clientId === clientId);
	}
}

function hasPendingPhotos({ photos = [] }: UnsentMessage): boolean {
	return photos.some(({ uploaded }) => !uploaded);
}
