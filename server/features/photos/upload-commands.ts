import { brokenUploadRule, UPLOAD_LIMITS, UPLOAD_MESSAGES } from '#contract/photos/uploads.ts';
import type { Db } from '#server/db/client.ts';
import { lockUser } from '#server/features/auth/queries.ts';
import { preparePhotos, storePhotos } from '#server/features/photos/commands.ts';
import type { UploadedFile } from '#server/http/uploads/multipart.ts';
import { invalidField, Refusal } from '#server/lib/app-error.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { countOpenUploads, insertUpload, type OpenUpload } from './upload-queries.ts';

/**
 * Before a body is read: nobody can fill the store with photos that no item shows.
 * @throws Refusal too_many
 */
export async function requireRoomForUpload(db: Db, userId: number): Promise<void> {
	requireRoom(await countOpenUploads(db, userId));
}

/**
 * Prepares and stores one photo, which is the sender's to use for a day.
 * @throws Refusal invalid unless it is one readable photo of at most 8 MB; too_many when others have taken the room meanwhile
 */
export async function takeUpload(
	{ db, store }: { db: Db; store: PhotoStore },
	userId: number,
	files: readonly UploadedFile[],
): Promise<OpenUpload> {
	const message = brokenUploadRule(files);
	if (message) throw invalidField('photo', message);
	const prepared = await preparePhotos(files, 'photo');
	const [photo] = prepared;
	if (!photo) throw new Error('A file became no photo.');
	await storePhotos(db, store, prepared);
	await db.transaction(async (tx) => {
		// One after the other: many at once are no way around the limit.
		await lockUser(tx, userId);
		requireRoom(await countOpenUploads(tx, userId, { besides: photo.hash }));
		await insertUpload(tx, userId, photo.hash);
	});
	return photo;
}

function requireRoom(open: number): void {
	if (open >= UPLOAD_LIMITS.open) throw new Refusal('too_many', UPLOAD_MESSAGES.tooMany);
}
