import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import { checkChatPhotos } from '#contract/chat/photos.ts';
import type { Db } from '#server/db/client.ts';
import { lockUser } from '#server/features/auth/queries.ts';
import { preparePhotos, storePhotos } from '#server/features/photos/commands.ts';
import type { UploadedFile } from '#server/http/uploads/multipart.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { countPhotosOfDay, insertChatPhotos, type MessagePhoto } from './queries.ts';

/** Name of the form field. */
const FIELD = 'images';

/**
 * Checks that the user may upload at least one more photo today. Called before the body is read, so that uploads above
 * the limit do not fill the photo store.
 * @throws AppError too_many
 */
export async function requireDailyCapacity(db: Db, senderId: number): Promise<void> {
	requireCapacity(await countPhotosOfDay(db, senderId), 1);
}

/**
 * Prepares and stores one to four photos, all or none. The sender can send them within a day.
 * @throws AppError invalid unless each is a readable photo of at most 10 MB; too_many above the daily limit
 */
export async function storeChatPhotos(
	{ db, store }: { db: Db; store: PhotoStore },
	senderId: number,
	files: readonly UploadedFile[],
): Promise<MessagePhoto[]> {
	const error = checkChatPhotos(files);
	if (error) throw invalidField(FIELD, error);
	const prepared = await preparePhotos(files, FIELD);
	await storePhotos(db, store, prepared);
	const hashes = prepared.map(({ hash }) => hash);
	const ids = await db.transaction(async (tx) => {
		// Uploads of one user run one after another here, so that together they cannot exceed the limit.
		await lockUser(tx, senderId);
		requireCapacity(await countPhotosOfDay(tx, senderId), hashes.length);
		return insertChatPhotos(tx, senderId, hashes);
	});
	return prepared.flatMap(({ width, height }, index) => {
		const id = ids[index];
		return id === undefined ? [] : [{ id, width, height }];
	});
}

function requireCapacity(used: number, wanted: number): void {
	if (used + wanted > CHAT_LIMITS.photosPerDay)
		throw new AppError('too_many', CHAT_ERRORS.photosPerDay);
}
