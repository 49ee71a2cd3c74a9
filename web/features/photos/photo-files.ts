import type { DeclaredError } from '#contract/core/errors.ts';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { PHOTO_TYPES } from '#contract/photos/photos.ts';

/**
 * The `accept` value of a file picker. Browsers that do not know the HEIC type still match the file name
 * extensions.
 */
export const ACCEPTED_TYPES = [...PHOTO_TYPES, '.heic', '.heif'].join(',');

/**
 * The error for files of a type that is not accepted. A file without a stated type passes: the server checks the bytes
 * of every file.
 */
export function checkFileTypes(files: readonly File[]): DeclaredError | undefined {
	const known: readonly string[] = PHOTO_TYPES;
	const names = files
		.filter((file) => file.type !== '' && !known.includes(file.type))
		.map((file) => file.name);
	return names.length > 0 ? PHOTO_ERRORS.unreadable(names) : undefined;
}
