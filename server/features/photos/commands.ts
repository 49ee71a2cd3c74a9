import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import type { Db } from '#server/db/client.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import { createConcurrencyLimit } from '#server/lib/concurrency-limit.ts';
import { trackWork } from '#server/observability/channels.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { photoFileName } from '#server/storage/photo-urls.ts';
import { registerPhotos } from './queries.ts';
import { ImageError } from './worker/image-error.ts';
import { openPhotoWorkerPool } from './worker/pool.ts';
import type { PreparedPhoto } from './worker/sizes.ts';

export interface PhotoFile {
	/** The file name that the user sent; error messages contain it. */
	name: string;
	path: string;
}

/**
 * At most two photos are prepared at once: more would need more memory without being faster. Waiting files are on
 * disk and not in memory.
 */
const preparationLimit = createConcurrencyLimit({ maxRunning: 2, waiting: 200 });
const workerPool = openPhotoWorkerPool();
const PREPARE_WORK = { kind: 'photo', name: 'prepare' } as const;

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
	const outcomes = await Promise.all(
		files.map(({ path }) =>
			preparationLimit.run(() => trackWork(PREPARE_WORK, () => workerPool.processPhoto(path))),
		),
	);
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
