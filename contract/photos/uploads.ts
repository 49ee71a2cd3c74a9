import type { DeclaredError } from '#contract/core/errors.ts';
import { UPLOAD_ERRORS } from '#contract/photos/errors.ts';
import { checkFileSizes, PHOTO_LIMITS, type PickedFile } from './photos.ts';

export const UPLOAD_LIMITS = {
	/** Bytes of one file, inclusive; the forms check their own limits before they upload. */
	maxBytes: PHOTO_LIMITS.editMaxBytes,
	/** Unused uploaded photos per user. */
	maxPending: 150,
	/** Hours in which an uploaded photo can be used. */
	maxAgeHours: 24,
} as const;

export const UPLOAD_MESSAGES = {
	keptOnDevice: 'Your photos are still on this phone; we will try again.',
	notResized: 'These photos could not be made smaller. Please try fewer at a time.',
	notRotated: 'This photo cannot be turned yet.',
} as const;

/** The error of the rule that an upload breaks, if any. */
export function checkUpload(files: readonly PickedFile[]): DeclaredError | undefined {
	return files.length === 1
		? checkFileSizes(files, UPLOAD_LIMITS.maxBytes)
		: UPLOAD_ERRORS.oneAtATime;
}
