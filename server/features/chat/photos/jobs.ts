import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import type { Db } from '#server/db/client.ts';
import { expirePhotos } from '#server/features/photos/queries.ts';
import { removePhotosTask } from '#server/features/photos/tasks.ts';
import type { Job } from '#server/jobs/job-queue.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { deleteUnsentPhotos } from './queries.ts';

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
