import { PROFILE_ERRORS } from '#contract/accounts/errors.ts';
import { checkFileSizes, PHOTO_LIMITS } from '#contract/photos/photos.ts';
import type { Db } from '#server/db/client.ts';
import { preparePhotos, storePhotos } from '#server/features/photos/commands.ts';
import type { UploadedFile } from '#server/http/uploads/multipart.ts';
import { invalidField } from '#server/lib/app-error.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { setPicture } from './queries.ts';

/**
 * Replaces the profile picture, by the rules for photos of an edited item.
 * @returns the hash of the new picture
 * @throws AppError invalid without exactly one readable photo of at most 8 MB
 */
export async function changePicture(
	{ db, store }: { db: Db; store: PhotoStore },
	userId: number,
	files: readonly UploadedFile[],
): Promise<string> {
	const error =
		files.length > 1 ? PROFILE_ERRORS.onePicture : checkFileSizes(files, PHOTO_LIMITS.editMaxBytes);
	if (error) throw invalidField('profilePicture', error);
	const prepared = await preparePhotos(files, 'profilePicture');
	const [picture] = prepared;
	if (!picture) throw invalidField('profilePicture', PROFILE_ERRORS.noPicture);
	await storePhotos(db, store, prepared);
	await setPicture(db, userId, picture.hash);
	return picture.hash;
}
