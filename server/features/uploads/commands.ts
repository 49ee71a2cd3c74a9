import { brokenUploadRule, UPLOAD_LIMITS, UPLOAD_MESSAGES } from '#contract/uploads.ts';
import type { Db } from '#server/db/client.ts';
import { preparePhotos, storePhotos } from '#server/features/photos/commands.ts';
import type { UploadedFile } from '#server/http/upload.ts';
import { Refusal } from '#server/lib/refusal.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { countOpenUploads, insertUpload, type OpenUpload } from './queries.ts';

/**
 * Before a body is read: nobody can fill the store with photos that no item shows.
 * @throws Refusal too_many
 */
export async function requireRoomForUpload(db: Db, userId: number): Promise<void> {
	if ((await countOpenUploads(db, userId)) >= UPLOAD_LIMITS.open) {
		throw new Refusal('too_many', UPLOAD_MESSAGES.tooMany);
	}
}

/**
 * Prepares and stores one photo, which is the sender's to use for a day.
 * @throws Refusal invalid unless it is one readable photo of at most 8 MB
 */
export async function takeUpload(
	{ db, store }: { db: Db; store: PhotoStore },
	userId: number,
	files: readonly UploadedFile[],
): Promise<OpenUpload> {
	const message = brokenUploadRule(files);
	if (message) throw new Refusal('invalid', message, [{ path: 'photo', message }]);
	const prepared = await preparePhotos(files);
	const [photo] = prepared;
	if (!photo) throw new Error('A file became no photo.');
	await storePhotos(db, store, prepared);
	await insertUpload(db, userId, photo.hash);
	return photo;
}
