const MEGABYTE = 1024 ** 2;

/** Sizes are bytes, inclusive (wire contract, "file limits"). */
export const PHOTO_LIMITS = {
	perItem: 4,
	addMaxBytes: 5 * MEGABYTE,
	editMaxBytes: 8 * MEGABYTE,
	maxPixels: 50_000_000,
} as const;

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

export const PHOTO_MESSAGES = {
	addNone: 'Please upload at least one photo.',
	addTooMany: 'You can upload up to 4 photos only.',
	editNone: 'Please keep at least one photo.',
	editTooMany: 'You can upload up to 4 photos total.',
	/** The specification says 8MB on both forms, although a new item's limit is 5 MB (spec 1 §5). */
	tooLarge: (names: readonly string[]) => `These files exceed 8MB limit: ${names.join(', ')}`,
	unreadable: (names: readonly string[]) =>
		`These files are not photos we can read: ${names.join(', ')}`,
	tooManyPixels: (names: readonly string[]) =>
		`These photos have more than 50 megapixels: ${names.join(', ')}`,
	notYours: 'One of the photos to keep does not belong to this item.',
	badKeepList: 'The list of photos to keep is not valid.',
	uploadNotYours: 'One of the photos is not yours. Please add it again.',
	badUploadedList: 'The list of photos that were sent is not valid.',
} as const;

export interface PickedFile {
	name: string;
	/** Bytes. */
	size: number;
}

/**
 * Returns the message of the first photo rule that a new item breaks, in the order of spec 1 §5, or undefined.
 * @param uploadedCount photos uploaded before the form was sent
 */
export function checkNewPhotos(
	files: readonly PickedFile[],
	uploadedCount = 0,
): string | undefined {
	if (uploadedCount + files.length === 0) return PHOTO_MESSAGES.addNone;
	if (uploadedCount + files.length > PHOTO_LIMITS.perItem) return PHOTO_MESSAGES.addTooMany;
	return checkFileSizes(files, PHOTO_LIMITS.addMaxBytes);
}

/**
 * Returns the message of the first photo rule that an edit breaks, in the order of spec 1 §5, or undefined.
 * @param keptCount kept photos of the item plus photos uploaded before
 */
export function checkEditedPhotos(
	files: readonly PickedFile[],
	keptCount: number,
): string | undefined {
	if (keptCount + files.length === 0) return PHOTO_MESSAGES.editNone;
	const tooLarge = checkFileSizes(files, PHOTO_LIMITS.editMaxBytes);
	if (tooLarge) return tooLarge;
	return keptCount + files.length > PHOTO_LIMITS.perItem ? PHOTO_MESSAGES.editTooMany : undefined;
}

/** Returns a message with the names of the files above `maxBytes`, or undefined. */
export function checkFileSizes(files: readonly PickedFile[], maxBytes: number): string | undefined {
	const names = files.filter((file) => file.size > maxBytes).map((file) => file.name);
	return names.length > 0 ? PHOTO_MESSAGES.tooLarge(names) : undefined;
}
