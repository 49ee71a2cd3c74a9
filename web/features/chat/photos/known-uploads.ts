import type { UploadedChatPhoto } from '#contract/chat/photos.ts';

/** How far the upload of a photo is. */
export type UploadState =
	/** `fraction` of the bytes has been sent, 0 to 1. */
	| { step: 'sending'; fraction: number }
	/** The connection is lost; the upload continues by itself. */
	| { step: 'paused' }
	| { step: 'ready' }
	| { step: 'failed'; reason: unknown };

export interface PhotoUpload {
	current: () => UploadState;
	watch: (watcher: () => void) => () => void;
	/** Rejects with the answer of the server, or a TypeError without a connection. */
	uploaded: Promise<UploadedChatPhoto>;
	cancel: () => void;
}

/**
 * One upload per photo, by its key: shared by the strip that shows it, the message that waits for it, and the same message
 * when its chat is opened again.
 */
export const knownUploads = new Map<string, PhotoUpload>();

/** The photos are sent, or are not to be sent. */
export function endUploads(photos: readonly { key: string }[]): void {
	for (const { key } of photos) {
		knownUploads.get(key)?.cancel();
		knownUploads.delete(key);
	}
}

/** The session has ended: nothing goes on in the name of the next one. */
export function endAllUploads(): void {
	endUploads([...knownUploads.keys()].map((key) => ({ key })));
}
