import { PHOTO_MESSAGES } from '#contract/photos.ts';
import type { Db } from '#server/db/client.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { photoFileName } from '#server/storage/photo-addresses.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { decodePicture } from './decode.ts';
import { PictureFault } from './picture-fault.ts';
import { announcePhotos } from './queries.ts';
import { boundsOf, makeSizes, type PreparedPhoto } from './sizes.ts';
import { openSlots } from './slots.ts';

export interface PhotoFile {
	/** As the sender calls it; a refusal names it. */
	name: string;
	path: string;
}

/**
 * Two photos at a time in the whole process: libuv has four threads, and the other two go on serving files, passwords and
 * names. What waits is on disk, not in memory.
 */
const slots = openSlots({ atOnce: 2, waiting: 200 });

/**
 * Turns files into photos: upright, sRGB, without metadata, in all sizes. Writes nothing.
 * @throws Refusal invalid, naming every file that is no photo of a kind we take, or has too many pixels; too_many when
 * too many photos are waiting
 */
export async function preparePhotos(files: readonly PhotoFile[]): Promise<PreparedPhoto[]> {
	const outcomes = await Promise.all(files.map((file) => slots.run(() => prepare(file.path))));
	const namesOf = (reason: PictureFault['reason']) =>
		files
			.filter((_, index) => {
				const outcome = outcomes[index];
				return outcome instanceof PictureFault && outcome.reason === reason;
			})
			.map((file) => file.name);
	const unreadable = namesOf('unreadable');
	if (unreadable.length > 0) throw new Refusal('invalid', PHOTO_MESSAGES.unreadable(unreadable));
	const tooManyPixels = namesOf('tooManyPixels');
	if (tooManyPixels.length > 0) {
		throw new Refusal('invalid', PHOTO_MESSAGES.tooManyPixels(tooManyPixels));
	}
	return outcomes.filter(isPrepared);
}

function isPrepared(outcome: PreparedPhoto | PictureFault): outcome is PreparedPhoto {
	return !(outcome instanceof PictureFault);
}

/** A fault is an outcome here, not an error, so that all files of a request are judged before it is answered. */
async function prepare(path: string): Promise<PreparedPhoto | PictureFault> {
	try {
		return await makeSizes(await decodePicture(path, boundsOf(1600)));
	} catch (error) {
		if (error instanceof PictureFault) return error;
		throw error;
	}
}

/**
 * Stores photos so that an item or a person can refer to them: call it after `preparePhotos` and before the transaction
 * that writes `photo_hash`, on the pool and not inside that transaction.
 *
 * The rows come first, so that there is never a file without a row: whatever a crash leaves behind is a row that nothing
 * refers to, and the sweep finds it. Announcing also waits for a sweep that is just removing the same photo, and makes its
 * row new again, so that the files written afterwards stay (see `jobs.ts`).
 */
export async function storePhotos(
	db: Db,
	store: PhotoStore,
	prepared: readonly PreparedPhoto[],
): Promise<void> {
	await announcePhotos(db, prepared);
	await Promise.all(
		prepared.flatMap(({ hash, sizes }) =>
			sizes.map(({ width, bytes }) => store.put(photoFileName(hash, width), bytes)),
		),
	);
}
