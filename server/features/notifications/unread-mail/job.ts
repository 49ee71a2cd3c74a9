import type { Db } from '#server/db/client.ts';
import type { AddTasks, TaskData } from '#server/jobs/tasks.ts';
import { claimUnmailed, type Side, type Walk } from './queries.ts';

interface Mailer {
	db: Db;
	addTasks: AddTasks;
}

/** Messages that are looked at in one transaction. */
const BATCH = 5000;

/**
 * Has people mailed who have not read a message for ten minutes: of a chat once until they read it, or until a day later
 * something else has come there; of several chats at once in one mail.
 */
export async function mailUnread(mailer: Mailer): Promise<void> {
	while (await mailBatch(mailer, 'first'));
	while (await mailBatch(mailer, 'a day later'));
}

/** @returns whether there may be more; what is noted as mailed has its task, whatever happens */
function mailBatch({ db, addTasks }: Mailer, walk: Walk): Promise<boolean> {
	return db.transaction(async (tx) => {
		const { sides, isMore } = await claimUnmailed(tx, walk, BATCH);
		const ofPeople = Map.groupBy(
			sides.filter(({ isMailed }) => isMailed),
			({ userId }) => userId,
		);
		await addTasks(tx, 'notice-mail', [...ofPeople].map(mailOf));
		return isMore;
	});
}

function mailOf([userId, sides]: [userId: number, sides: Side[]]): TaskData['notice-mail'] {
	const chats = sides.map(({ itemId, buyerId }) => ({ itemId, buyerId }));
	const [chat, ...others] = chats;
	return chat && others.length === 0
		? { letter: 'unread-messages', userId, ...chat }
		: { letter: 'unread-chats', userId, chats };
}
