import * as z from 'zod/mini';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { PHOTO_ERRORS, UPLOAD_ERRORS } from '#contract/photos/errors.ts';
import { checkUpload, UPLOAD_LIMITS } from '#contract/photos/uploads.ts';
import type { Db } from '#server/db/client.ts';
import { lockUser } from '#server/features/auth/queries.ts';
import type { UploadedFile } from '#server/http/uploads/multipart.ts';
import { defineTask } from '#server/jobs/tasks.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { photoFileName } from '#server/storage/photo-urls.ts';
import {
	countPendingPhotos,
	insertPendingPhoto,
	type PendingPhoto,
	registerPhotos,
} from './queries.ts';
import { ImageError } from './worker/image-file.ts';
import { openPhotoWorkerPool } from './worker/pool.ts';
import type { PreparedPhoto } from './worker/process-photo.ts';

/** Removes unused photos whose grace period is over, for example those of an erased account. */
export const removePhotosTask = defineTask('remove-photos', z.object({}), { concurrency: 1 });

export interface PhotoFile {
	/** The file name that the user sent; error messages contain it. */
	name: string;
	path: string;
}

const workerPool = openPhotoWorkerPool();

/**
 * Converts uploaded files to photos in all sizes: upright, sRGB, without metadata. Stores nothing.
 * @param field the form field of the files
 * @throws AppError invalid, naming every file that is not an accepted image, or else every file with too many pixels;
 * too_many when too many photos are waiting; unavailable when the machine is too busy to decode a file in time
 */
export async function preparePhotos(
	files: readonly PhotoFile[],
	field: string,
): Promise<PreparedPhoto[]> {
	const outcomes = await Promise.all(files.map(({ path }) => workerPool.processPhoto(path)));
	rejectFailures(files, outcomes, field);
	return outcomes.filter(isPrepared);
}

type Outcome = PreparedPhoto | ImageError;

/**
 * @param outcomes one per file, in the same order
 * @throws AppError as `preparePhotos` does; unavailable only if no file is invalid
 */
export function rejectFailures(
	files: readonly Pick<PhotoFile, 'name'>[],
	outcomes: readonly Outcome[],
	field: string,
): void {
	const namesOf = (reason: ImageError['reason']) =>
		files
			.filter((_, index) => {
				const outcome = outcomes[index];
				return outcome instanceof ImageError && outcome.reason === reason;
			})
			.map((file) => file.name);
	const unreadable = namesOf('unreadable');
	if (unreadable.length > 0) throw invalidField(field, PHOTO_ERRORS.unreadable(unreadable));
	const tooManyPixels = namesOf('tooManyPixels');
	if (tooManyPixels.length > 0) {
		throw invalidField(field, PHOTO_ERRORS.tooManyPixels(tooManyPixels));
	}
	if (namesOf('busy').length > 0) throw new AppError('unavailable', REQUEST_ERRORS.unavailable);
}

function isPrepared(outcome: Outcome): outcome is PreparedPhoto {
	return !(outcome instanceof ImageError);
}

/**
 * Stores photos so that rows can refer to them. Call it after `preparePhotos` and before the transaction that writes
 * `photo_hash`, with the pool and not inside that transaction.
 *
 * The rows are written first, so that no file exists without a row: a crash leaves at most an unused row, which the
 * sweep finds. Writing a row also waits for a sweep that is removing the same photo. It renews the date of the row, so
 * that the next sweep keeps the files that are written afterwards (see `jobs.ts`).
 */
export async function storePhotos(
	db: Db,
	store: PhotoStore,
	prepared: readonly PreparedPhoto[],
): Promise<void> {
	await registerPhotos(db, prepared);
	await Promise.all(
		prepared.flatMap(({ hash, sizes }) =>
			sizes.map(({ width, bytes }) => store.put(photoFileName(hash, width), bytes)),
		),
	);
}

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
