import { NOTIFICATION_MESSAGES } from '#contract/admin/notifications.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import type { Db } from '#server/db/client.ts';
import { announce } from '#server/features/notifications/commands.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import type { Office } from '#server/realtime/admin-channel.ts';
import { insertFeedback, type NewFeedback } from './queries.ts';

/** What new feedback is stored with: administrators hear of it at once. */
export interface FeedbackParts {
	db: Db;
	addTask: AddTask;
	office: Pick<Office, 'tell'>;
}

/** Stores what somebody said and tells administrators; what waits already in the same words is neither stored nor told. */
export async function sendFeedback(
	{ db, addTask, office }: FeedbackParts,
	given: NewFeedback & { category: string },
): Promise<void> {
	const isNew = await db.transaction(async (tx) => {
		const id = await insertFeedback(tx, given);
		if (id === undefined) return false;
		await announce(
			{ db: tx, addTask },
			{
				title: NOTIFICATION_MESSAGES.newFeedback,
				message: NOTIFICATION_MESSAGES.newFeedbackText(given.rating, given.category),
				type: 'info',
				target: 'admins',
				link: `${ADMIN_PAGES.feedback}?feedback=${id}`,
			},
		);
		return true;
	});
	if (!isNew) return;
	office.tell({ what: 'feedback' });
	office.tell({ what: 'notifications' });
}
