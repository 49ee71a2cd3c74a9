import { UPLOAD_ERRORS } from '#contract/photos/errors.ts';
import { checkUpload, UPLOAD_LIMITS } from '#contract/photos/uploads.ts';
import type { Db } from '#server/db/client.ts';
import { lockUser } from '#server/features/auth/queries.ts';
import { preparePhotos, storePhotos } from '#server/features/photos/commands.ts';
import type { UploadedFile } from '#server/http/uploads/multipart.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import {
	countPendingPhotos,
	insertPendingPhoto,
	type PendingPhoto,
} from './pending-photo-queries.ts';

/**
 * Refuses an upload before its body is read, so that no user can fill the store with photos that no item uses.
 * @throws AppError too_many
 */
export async function requirePendingCapacity(db: Db, userId: number): Promise<void> {
	requireCapacity(await countPendingPhotos(db, userId));
}

/**
 * Prepares and stores one photo, which the user can use in an item for a day.
 * @throws AppError as `preparePhotos`; invalid unless it is one photo of at most UPLOAD_LIMITS.maxBytes; too_many
 * when concurrent uploads have reached the limit
 */
export async function storePendingPhoto(
	{ db, store }: { db: Db; store: PhotoStore },
	userId: number,
	files: readonly UploadedFile[],
): Promise<PendingPhoto> {
	const error = checkUpload(files);
	if (error) throw invalidField('photo', error);
	const prepared = await preparePhotos(files, 'photo');
	const [photo] = prepared;
	if (!photo) throw new Error('No photo was prepared from the file.');
	await storePhotos(db, store, prepared);
	await db.transaction(async (tx) => {
		// The lock makes concurrent uploads of one user run one after another, so that they cannot exceed the limit.
		await lockUser(tx, userId);
		requireCapacity(await countPendingPhotos(tx, userId, { exceptHash: photo.hash }));
		await insertPendingPhoto(tx, userId, photo.hash);
	});
	return photo;
}

function requireCapacity(pendingCount: number): void {
	if (pendingCount >= UPLOAD_LIMITS.maxPending)
		throw new AppError('too_many', UPLOAD_ERRORS.tooMany);
}
