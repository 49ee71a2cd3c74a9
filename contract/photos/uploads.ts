import type { DeclaredError } from '#contract/core/errors.ts';
import { UPLOAD_ERRORS } from '#contract/photos/errors.ts';
import { checkFileSizes, PHOTO_LIMITS, type PickedFile } from './photos.ts';

/** Limits of photos that are uploaded before their item is posted. */
export const UPLOAD_LIMITS = {
	/**
	 * Bytes of one file, inclusive: the higher limit of the two item forms. Each form checks its own limit before the
	 * upload.
	 */
	maxBytes: PHOTO_LIMITS.editMaxBytes,
	/** Uploaded photos of a user that no item uses yet. */
	maxPending: 150,
	/** Hours after its upload in which an item can use a photo. */
	maxAgeHours: 24,
} as const;

export const UPLOAD_MESSAGES = {
	keptOnDevice: 'Your photos are still on this phone; we will try again.',
	notResized: 'These photos could not be made smaller. Please try fewer at a time.',
	notRotated: 'This photo cannot be turned yet.',
} as const;

/** The error that an upload of these files gets; undefined if it is allowed. */
export function checkUpload(files: readonly PickedFile[]): DeclaredError | undefined {
	return files.length === 1
		? checkFileSizes(files, UPLOAD_LIMITS.maxBytes)
		: UPLOAD_ERRORS.oneAtATime;
}
