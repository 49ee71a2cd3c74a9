import type { Db } from '#server/db/client.ts';
import {
	insertAnnouncement,
	insertNextBatch,
	type NewAnnouncement,
	setDelivered,
} from '#server/features/notifications/announcements/queries.ts';

export const DEMO_ANNOUNCEMENT: NewAnnouncement = {
	title: 'Hand-me-down fair this Sunday',
	message:
		'Bring what you no longer need to the library lawn, 10 AM to 4 PM. See it before you pay.',
	type: 'info',
	target: 'all',
};

/** More users than the demo has, so that one batch reaches all. */
const BATCH_SIZE = 1000;

/**
 * Inserts an announcement and delivers it to all users. No mail is sent, because the demo's users have no mailboxes.
 */
export async function insertDemoAnnouncement(tx: Db): Promise<void> {
	const id = await insertAnnouncement(tx, DEMO_ANNOUNCEMENT);
	await insertNextBatch(tx, id, { afterId: 0, size: BATCH_SIZE });
	await setDelivered(tx, id);
}
