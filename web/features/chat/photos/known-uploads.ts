import type { UploadedChatPhoto } from '#contract/chat/photos.ts';

/** The state of the upload of a photo. */
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
	/**
	 * Rejects with an ApiError when the server refuses, a TypeError without a connection, or an AbortError after
	 * `cancel`.
	 */
	uploaded: Promise<UploadedChatPhoto>;
	cancel: () => void;
}

/**
 * The uploads of this page, by the keys of their photos. A message uses the upload that began when the photo was
 * picked, also after its chat was closed and opened again.
 */
export const knownUploads = new Map<string, PhotoUpload>();

/** Cancels and forgets the uploads of these photos. Called when their message is sent or discarded. */
export function discardUploads(photos: readonly { key: string }[]): void {
	for (const { key } of photos) {
		knownUploads.get(key)?.cancel();
		knownUploads.delete(key);
	}
}

/**
 * Cancels and forgets all uploads. Called when the session ends, so that none continues in the session of the next
 * user.
 */
export function discardAllUploads(): void {
	discardUploads([...knownUploads.keys()].map((key) => ({ key })));
}
