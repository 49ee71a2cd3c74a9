import { eq } from 'drizzle-orm';
import type { PersonalData } from '#contract/accounts/personal-data.ts';
import type { Db } from '#server/db/client.ts';
import { pendingPhotos } from '#server/db/schema/pending-photos.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { withIsoDates } from '#server/lib/personal-data.ts';
import type { PhotoUrls } from '#server/storage/create-photo-urls.ts';
import { removePhotosTask, UNUSED_GRACE_SECONDS } from './tasks.ts';

/** The user's pending photos, for the export of the user's data. */
export async function exportOf(
	db: Db,
	userId: number,
	photoUrls: PhotoUrls,
): Promise<Pick<PersonalData, 'uploads'>> {
	const uploads = await db.select().from(pendingPhotos).where(eq(pendingPhotos.userId, userId));
	return {
		uploads: uploads.map(({ photoHash, createdAt }) =>
			withIsoDates({ photo: photoUrls.signed(photoHash), createdAt }),
		),
	};
}

/**
 * Deletes the pending photos, and queues the removal of all photos that the erasures of features have left unused. The
 * second task removes those whose grace period is not over yet: a request of another user may just have registered the
 * same picture.
 */
export async function erase(tx: Db, userId: number, addTask: AddTask): Promise<void> {
	await tx.delete(pendingPhotos).where(eq(pendingPhotos.userId, userId));
	await addTask(tx, removePhotosTask, {});
	await addTask(tx, removePhotosTask, {}, UNUSED_GRACE_SECONDS);
}
