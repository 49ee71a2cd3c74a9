import type * as z from 'zod/mini';
import {
	ADMIN_NOTIFICATION_MESSAGES,
	type newNotification,
} from '#contract/admin/notifications.ts';
import { type Actor, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { announce } from '#server/features/notifications/commands.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { AppError } from '#server/lib/app-error.ts';
import { deleteNotification, findNotification, type NotificationRow } from './queries.ts';

/** Creates a notification for administrators or for everyone; users receive it in the background. */
export function createNotification(
	{ db, addTask }: { db: Db; addTask: AddTask },
	actor: Actor & { adminId: number },
	input: z.output<typeof newNotification>,
): Promise<NotificationRow> {
	return db.transaction(async (tx) => {
		const id = await announce({ db: tx, addTask }, input);
		const created = await findNotification(tx, actor.adminId, id);
		if (!created) throw new Error('The notification was not stored.');
		const details = `to ${input.target}: ${input.title}`;
		await logAudit(tx, actor, {
			action: 'NOTIFICATION_CREATED',
			target: `notification ${id}`,
			details,
		});
		return created;
	});
}

/**
 * Withdraws a notification from everyone who has it.
 * @returns whether users had it
 * @throws AppError not_found
 */
export function removeNotification(db: Db, actor: Actor, id: number): Promise<boolean> {
	return db.transaction(async (tx) => {
		const removed = await deleteNotification(tx, id);
		if (!removed) throw new AppError('not_found', ADMIN_NOTIFICATION_MESSAGES.notFound);
		const details = `to ${removed.target}: ${removed.title}`;
		await logAudit(tx, actor, {
			action: 'NOTIFICATION_DELETED',
			target: `notification ${id}`,
			details,
		});
		return removed.target === 'all';
	});
}
