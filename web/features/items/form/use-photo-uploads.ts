import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ListedPhoto } from './photo-list.ts';
import { createPhotoUploads, type PhotoUploads, type UploadStates } from './photo-uploads.ts';
import { sendPhoto } from './queries.ts';

/** Uploads the list's new photos as soon as they are added, while the form is open or a submit waits for them. */
export function usePhotoUploads(photos: readonly ListedPhoto[]): {
	uploads: PhotoUploads;
	states: UploadStates;
} {
	const [uploads] = useState(() => createPhotoUploads(sendPhoto));
	const states = useSyncExternalStore(uploads.watch, uploads.current);
	useEffect(() => uploads.sync(photos), [uploads, photos]);
	// Stops the uploads when the form is left; during a submit, `uploads` delays this until the submit has ended.
	useEffect(() => () => uploads.sync([]), [uploads]);
	return { uploads, states };
}
