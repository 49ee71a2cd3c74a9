import type { DeclaredError } from '#contract/core/errors.ts';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';

const MEGABYTE = 1024 ** 2;

/** Sizes are bytes, inclusive. */
export const PHOTO_LIMITS = {
	perItem: 4,
	addMaxBytes: 5 * MEGABYTE,
	editMaxBytes: 8 * MEGABYTE,
	maxPixels: 50_000_000,
} as const;

/** Shown in both forms of an item, whose limits differ. */
export const PHOTO_LIMITS_NOTE = `Up to ${PHOTO_LIMITS.perItem} photos, ${PHOTO_LIMITS.addMaxBytes / MEGABYTE} MB each (${PHOTO_LIMITS.editMaxBytes / MEGABYTE} MB when you edit an item). Larger ones are made smaller for you.`;

/** Types for file pickers; the server checks the content. */
export const PHOTO_TYPES = [
	'image/jpeg',
	'image/png',
	'image/webp',
	'image/avif',
	'image/gif',
	'image/heic',
	'image/heif',
] as const;

export interface PickedFile {
	name: string;
	/** Bytes. */
	size: number;
}

/**
 * The error of the first photo rule that a new item breaks, number before size, or undefined.
 * @param uploadedCount photos uploaded before the form was sent
 */
export function checkNewPhotos(
	files: readonly PickedFile[],
	uploadedCount = 0,
): DeclaredError | undefined {
	if (uploadedCount + files.length === 0) return PHOTO_ERRORS.addNone;
	if (uploadedCount + files.length > PHOTO_LIMITS.perItem) return PHOTO_ERRORS.addTooMany;
	return checkFileSizes(files, PHOTO_LIMITS.addMaxBytes);
}

/**
 * The error of the first photo rule that an edit breaks, size before number, or undefined.
 * @param keptCount kept photos of the item plus photos uploaded before
 */
export function checkEditedPhotos(
	files: readonly PickedFile[],
	keptCount: number,
): DeclaredError | undefined {
	if (keptCount + files.length === 0) return PHOTO_ERRORS.editNone;
	const tooLarge = checkFileSizes(files, PHOTO_LIMITS.editMaxBytes);
	if (tooLarge) return tooLarge;
	return keptCount + files.length > PHOTO_LIMITS.perItem ? PHOTO_ERRORS.editTooMany : undefined;
}

/** The error with the names of the files above `maxBytes`, if there are any. */
export function checkFileSizes(
	files: readonly PickedFile[],
	maxBytes: number,
): DeclaredError | undefined {
	const names = files.filter((file) => file.size > maxBytes).map((file) => file.name);
	return names.length > 0 ? PHOTO_ERRORS.tooLarge(names) : undefined;
}
