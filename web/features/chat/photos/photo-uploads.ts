import { uploadChatPhotos } from '#contract/chat/endpoints.ts';
import type { UploadedChatPhoto } from '#contract/chat/photos.ts';
import { call } from '#web/lib/api/api.ts';
import { retryOnConnectionLoss } from '#web/lib/api/retry.ts';
import { knownUploads, type PhotoUpload, type UploadState } from './known-uploads.ts';
import type { PickedPhoto } from './picked-photo.ts';

/** Returns the upload of a photo. Starts the upload if there is none, or if it has failed. */
export function uploadOf({ key, file }: Pick<PickedPhoto, 'key' | 'file'>): PhotoUpload {
	const known = knownUploads.get(key);
	if (known && known.current().step !== 'failed') return known;
	const upload = startUpload(file);
	knownUploads.set(key, upload);
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
	// Prevents an unhandled rejection. The strip shows the failure from the state, and a sender that awaits `uploaded`
	// still gets the error.
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
