import { pino } from 'pino';
import { inject } from 'vitest';
import { openPool } from '#server/db/client.ts';
import {
	insertAnnouncement,
	insertNextBatch,
	type NewAnnouncement,
	setDelivered,
} from '#server/features/notifications/announcements/queries.ts';
import { notify, notifyWarning } from '#server/features/notifications/commands.ts';
import { openJobQueue } from '#server/jobs/job-queue.ts';
import { openDatabase } from '#tools/lib/open-database.ts';
import { onCleanup } from './on-cleanup.ts';
import type { Person } from './people.ts';

/** Notifies users of the running app as administrators would, without their back-office. */
export async function openNotifier() {
	const { url } = await openDatabase(
		{ databaseUrl: undefined, dataDir: inject('marketDataDir') },
		() => undefined,
	);
	const { db, close } = openPool(url, () => undefined);
	const queue = await openJobQueue(url, pino({ level: 'silent' }));
	const deps = { db, addTask: queue.addTask };
	onCleanup(async () => {
		await queue.stop();
		await close();
	});

	const sendWarning = ({ id }: Person, text: string) => notifyWarning(deps, id, text);

	/** Sends a notification about the outcome of a report. */
	async function sendReportOutcome({ id }: Person, title: string, message: string): Promise<void> {
		await notify(deps, { userId: id, kind: 'report', title, message, link: '/my-reports' });
	}

	/** Sends notifications with the titles `Report 0`, `Report 1` and so on. */
	async function sendReportOutcomes(person: Person, count: number): Promise<void> {
		for (let index = 0; index < count; index += 1) {
			await sendReportOutcome(person, `Report ${index}`, 'We looked into it.');
		}
	}

	/** Sends an announcement to one user only, because the other users belong to other tests. */
	async function sendAnnouncement(
		{ id }: Person,
		announcement: Omit<NewAnnouncement, 'target'>,
	): Promise<void> {
		const announcementId = await insertAnnouncement(db, { ...announcement, target: 'all' });
		await insertNextBatch(db, announcementId, { afterId: id - 1, size: 1 });
		await setDelivered(db, announcementId);
	}

	return { sendWarning, sendReportOutcome, sendReportOutcomes, sendAnnouncement };
}
