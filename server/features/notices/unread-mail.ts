import type { Db } from '#server/db/client.ts';
import type { AddTasks } from '#server/jobs/tasks.ts';
import { claimUnmailed } from './mail-queries.ts';

interface Mailer {
	db: Db;
	addTasks: AddTasks;
}

/** Messages that are looked at in one transaction. */
const BATCH = 5000;

/** Has people mailed who have not read a message for ten minutes: once for everything new in a chat. */
export async function mailUnread(mailer: Mailer): Promise<void> {
	while (await mailBatch(mailer));
}

/** @returns whether there may be more; what is noted as mailed has its task, whatever happens */
function mailBatch({ db, addTasks }: Mailer): Promise<boolean> {
	return db.transaction(async (tx) => {
		const { sides, isMore } = await claimUnmailed(tx, BATCH);
		const mails = sides
			.filter(({ isMailed }) => isMailed)
			.map(({ itemId, buyerId, userId }) => ({
				letter: 'unread-messages' as const,
				userId,
				itemId,
				buyerId,
			}));
		await addTasks(tx, 'notice-mail', mails);
		return isMore;
	});
}
