import { ADMIN_NOTIFICATION_MESSAGES } from '#contract/admin/notifications.ts';
import type { Db } from '#server/db/client.ts';
import { announce } from '#server/features/notifications/commands.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { requireName } from '#server/lib/person-fields.ts';
import type { AdminChannel } from '#server/realtime/admin-channel.ts';
import { linkOfFeedback } from './moderation.ts';
import { insertFeedback, type NewFeedback } from './queries.ts';

export interface FeedbackDeps {
	db: Db;
	addTask: AddTask;
	adminChannel: Pick<AdminChannel, 'publish'>;
	siteName: string;
}

/** Stores feedback and notifies administrators. Ignores feedback that equals pending feedback from the same address. */
export async function sendFeedback(
	{ db, addTask, adminChannel, siteName }: FeedbackDeps,
	input: NewFeedback & { category: string },
): Promise<void> {
	requireName('name', input.name, siteName);
	const isNew = await db.transaction(async (tx) => {
		const id = await insertFeedback(tx, input);
		if (id === undefined) return false;
		await announce(
			{ db: tx, addTask },
			{
				title: ADMIN_NOTIFICATION_MESSAGES.newFeedback,
				message: ADMIN_NOTIFICATION_MESSAGES.newFeedbackText(input.rating, input.category),
				type: 'info',
				target: 'admins',
				link: linkOfFeedback(id),
			},
		);
		return true;
	});
	if (!isNew) return;
	adminChannel.publish({ what: 'feedback' });
	adminChannel.publish({ what: 'notifications' });
}
