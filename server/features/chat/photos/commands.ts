import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import { checkChatPhotos } from '#contract/chat/photos.ts';
import type { Db } from '#server/db/client.ts';
import { lockUser } from '#server/features/auth/queries.ts';
import { preparePhotos, removePhotosTask, storePhotos } from '#server/features/photos/commands.ts';
import { expirePhotos } from '#server/features/photos/queries.ts';
import type { UploadedFile } from '#server/http/uploads/multipart.ts';
import type { Job } from '#server/jobs/job-queue.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import {
	countPhotosOfDay,
	deleteUnsentPhotos,
	insertChatPhotos,
	type MessagePhoto,
} from './queries.ts';

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

const HOUR_MS = 3_600_000;

/** The hourly job that deletes photos that were not sent in time. */
export function chatPhotoJobs(deps: { db: Db; addTask: AddTask }): Job[] {
	return [
		{
			name: 'delete-unsent-photos',
			schedule: '50 * * * *',
			run: () => deleteUnsent(deps),
		},
	];
}

/** Deletes photos that were uploaded for a chat and not sent within a day, and queues the removal of their files. */
export async function deleteUnsent(
	{ db, addTask }: { db: Db; addTask: AddTask },
	now = new Date(),
): Promise<void> {
	const before = new Date(now.getTime() - CHAT_LIMITS.photoMaxAgeHours * HOUR_MS);
	await db.transaction(async (tx) => {
		const hashes = await deleteUnsentPhotos(tx, before);
		if (hashes.length === 0) return;
		await expirePhotos(tx, hashes);
		await addTask(tx, removePhotosTask, {});
	});
}
