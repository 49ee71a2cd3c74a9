import type * as z from 'zod/mini';
import { ADMIN_NOTIFICATION_ERRORS } from '#contract/admin/errors.ts';
import type { newNotification } from '#contract/admin/notifications.ts';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { type Actor, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { once } from '#server/db/once.ts';
import { announce } from '#server/features/notifications/commands.ts';
import { notificationMailTask } from '#server/features/notifications/tasks.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Realtime } from '#server/realtime/realtime.ts';
import { deleteAnnouncement, insertNextBatch, isUndelivered, setDelivered } from './queries.ts';

/**
 * Creates an announcement for administrators or for all users; a background task delivers it to users.
 * @param idempotencyKey identifies the request: a repeated request returns the announcement that the first one created
 * @returns its id
 * @throws AppError not_found for a repeated request whose announcement was deleted
 */
export async function createAnnouncement(
	{ db, addTask }: { db: Db; addTask: AddTask },
	actor: Actor,
	input: z.output<typeof newNotification>,
	idempotencyKey: string | undefined,
): Promise<number> {
	const announcementId = await db.transaction((tx) =>
		once(tx, actor, idempotencyKey, async () => {
			const id = await announce({ db: tx, addTask }, input);
			const details = `to ${input.target}: ${input.title}`;
			await logAudit(tx, actor, {
				action: 'NOTIFICATION_CREATED',
				target: `notification ${id}`,
				details,
			});
			return id;
		}),
	);
	return requireFound(announcementId ?? undefined);
}

/**
 * Withdraws an announcement from all recipients.
 * @returns whether the announcement was for all users, not for administrators only
 * @throws AppError not_found
 */
export function removeAnnouncement(db: Db, actor: Actor, id: number): Promise<boolean> {
	return db.transaction(async (tx) => {
		const removed = requireFound(await deleteAnnouncement(tx, id));
		const details = `to ${removed.target}: ${removed.title}`;
		await logAudit(tx, actor, {
			action: 'NOTIFICATION_DELETED',
			target: `notification ${id}`,
			details,
		});
		return removed.target === 'all';
	});
}

/** @throws AppError not_found */
function requireFound<T>(found: T | undefined): T {
	if (found === undefined) throw new AppError('not_found', ADMIN_NOTIFICATION_ERRORS.notFound);
	return found;
}

export interface AnnouncementDeps {
	db: Db;
	addTask: AddTask;
	realtime: Pick<Realtime, 'toAll'>;
}

/** Users per batch: one statement takes some tens of milliseconds and does not delay other work. */
const BATCH_SIZE = 1000;

/**
 * Delivers an announcement to all users. Can be interrupted at any point and can run twice at once. Users who already
 * have the announcement get neither a second notification nor a second mail.
 */
export async function deliverAnnouncement(
	{ db, addTask, realtime }: AnnouncementDeps,
	announcementId: number,
): Promise<void> {
	if (!(await isUndelivered(db, announcementId))) return;
	let afterId: number | null = 0;
	while (afterId !== null) afterId = await deliverBatch({ db, addTask }, announcementId, afterId);
	await setDelivered(db, announcementId);
	realtime.toAll(REALTIME_EVENTS.notificationsChanged, {});
}

/**
 * One transaction inserts the notifications and queues their mails.
 * @returns the id of the last user of the batch; null when no user was left or the announcement is deleted
 */
function deliverBatch(
	{ db, addTask }: Omit<AnnouncementDeps, 'realtime'>,
	announcementId: number,
	afterId: number,
): Promise<number | null> {
	return db.transaction(async (tx) => {
		const range = { afterId, size: BATCH_SIZE };
		const { lastId, mailed } = await insertNextBatch(tx, announcementId, range);
		await addTask(
			tx,
			notificationMailTask,
			mailed.map((notification) => ({ letter: 'notice', ...notification })),
		);
		return lastId;
	});
}
