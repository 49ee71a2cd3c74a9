import { checkUpload, UPLOAD_LIMITS, UPLOAD_MESSAGES } from '#contract/photos/uploads.ts';
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
 * Before a body is read: nobody can fill the store with photos that no item shows.
 * @throws Refusal too_many
 */
export async function requirePendingCapacity(db: Db, userId: number): Promise<void> {
	requireCapacity(await countPendingPhotos(db, userId));
}

/**
 * Prepares and stores one photo, which is the sender's to use for a day.
 * @throws Refusal invalid unless it is one readable photo of at most 8 MB; too_many when others have taken the room meanwhile
 */
export async function storePendingPhoto(
	{ db, store }: { db: Db; store: PhotoStore },
	userId: number,
	files: readonly UploadedFile[],
): Promise<PendingPhoto> {
	const message = checkUpload(files);
	if (message) throw invalidField('photo', message);
	const prepared = await preparePhotos(files, 'photo');
	const [photo] = prepared;
	if (!photo) throw new Error('A file became no photo.');
	await storePhotos(db, store, prepared);
	await db.transaction(async (tx) => {
		// One after the other: many at once are no way around the limit.
		await lockUser(tx, userId);
		requireCapacity(await countPendingPhotos(tx, userId, { exceptHash: photo.hash }));
		await insertPendingPhoto(tx, userId, photo.hash);
	});
	return photo;
}

function requireCapacity(pendingCount: number): void {
	if (pendingCount >= UPLOAD_LIMITS.maxPending)
		throw new AppError('too_many', UPLOAD_MESSAGES.tooMany);
}
