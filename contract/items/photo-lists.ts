import * as z from 'zod/mini';
import { list } from '#contract/core/schemas.ts';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { parseIfText } from './json-text.ts';

/** More than an item can have, so that the rules about photos say what is wrong. */
const SENT_PHOTOS_MAX = 64;

/** A list of photo URLs as JSON text, or already parsed. */
function photoUrlList(message: string) {
	return z.pipe(
		z.transform((value: string | string[] | undefined) => parseIfText(value ?? [])),
		list(z.string(message), SENT_PHOTOS_MAX, message),
	);
}

export const keepExistingImages = photoUrlList(PHOTO_ERRORS.badKeepList.message);
/** Photos that the caller uploaded before sending this form (contract/photos/uploads.ts). */
export const uploaded = photoUrlList(PHOTO_ERRORS.badUploadedList.message);

/**
 * Order of the photos: `keep:0` is the first kept URL, `up:0` the first photo uploaded before, `new:0` the first file
 * in this request. By default kept photos come first, then those uploaded before, then new files.
 */
export const photoOrder = z.pipe(
	z.optional(z.string(PHOTO_ERRORS.badKeepList.message)),
	z.pipe(
		z.transform((value: string | undefined) => parseIfText(value)),
		z.optional(
			list(
				z
					.string(PHOTO_ERRORS.badKeepList.message)
					.check(z.regex(/^(keep|up|new):\d{1,2}$/, PHOTO_ERRORS.badKeepList.message)),
				SENT_PHOTOS_MAX,
				PHOTO_ERRORS.badKeepList.message,
			),
		),
	),
);
