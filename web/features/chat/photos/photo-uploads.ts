import { uploadChatPhotos } from '#contract/chat/endpoints.ts';
import type { UploadedChatPhoto } from '#contract/chat/photos.ts';
import { call } from '#web/lib/api/api.ts';
import { retryOnConnectionLoss } from '#web/lib/api/retry.ts';

/** How far the upload of a photo is. */
type UploadState =
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
 * One upload per file, shared by the strip that shows it and the message that waits for it. A failed one is forgotten,
 * so that the next request starts again.
 */
const uploads = new WeakMap<File, PhotoUpload>();

export function uploadOf(file: File): PhotoUpload {
	const known = uploads.get(file);
	if (known && known.current().step !== 'failed') return known;
	const upload = startUpload(file);
	uploads.set(file, upload);
	return upload;
}

function startUpload(file: File): PhotoUpload {
	const controller = new AbortController();
	const watchers = new Set<() => void>();
	let state: UploadState = { step: 'sending', fraction: 0 };

	function update(next: UploadState) {
		state = next;
		for (const watcher of watchers) watcher();
	}

	async function send(): Promise<UploadedChatPhoto> {
		try {
			const { signal } = controller;
			const { photos } = await retryOnConnectionLoss(
				() =>
					call(uploadChatPhotos, {
						files: [file],
						onProgress: (fraction) => update({ step: 'sending', fraction }),
						signal,
					}),
				{
					signal,
					onWaiting: (isWaiting) =>
						update(isWaiting ? { step: 'paused' } : { step: 'sending', fraction: 0 }),
				},
			);
			const [photo] = photos;
			if (!photo) throw new Error('The server has stored no photo.');
			update({ step: 'ready' });
			return photo;
		} catch (reason) {
			update({ step: 'failed', reason });
			throw reason;
		}
	}

	const uploaded = send();
	// The strip shows a failure by its state; who waits for the photo gets the error as well.
	uploaded.catch(() => undefined);
	return {
		current: () => state,
		watch: (watcher) => {
			watchers.add(watcher);
			return () => watchers.delete(watcher);
		},
		uploaded,
		cancel: () => controller.abort(),
	};
}
