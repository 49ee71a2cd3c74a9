import type { PersonalData } from '#contract/accounts/personal-data.ts';
import type { Db } from '#server/db/client.ts';
import { eq } from '#server/db/drizzle.ts';
import { pendingPhotos } from '#server/db/schema/pending-photos.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { withIsoDates } from '#server/lib/personal-data.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import { removePhotosTask } from './commands.ts';
import { expirePhotos } from './queries.ts';

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
 * Deletes the pending photos. The task also removes the user's photos in items, profile and chats: the erasures of those
 * features end the grace period of their photos.
 */
export async function erase(tx: Db, userId: number, addTask: AddTask): Promise<void> {
	const deleted = await tx
		.delete(pendingPhotos)
		.where(eq(pendingPhotos.userId, userId))
		.returning({ hash: pendingPhotos.photoHash });
	await expirePhotos(
		tx,
		deleted.map(({ hash }) => hash),
	);
	await addTask(tx, removePhotosTask, {});
}
