import type { Db } from '#server/db/client.ts';
import type { AddTasks, TaskData } from '#server/jobs/tasks.ts';
import { type ChatSide, claimUnmailed, type MailPass } from './queries.ts';

interface UnreadMailDeps {
	db: Db;
	addTasks: AddTasks;
}

/** Messages that are looked at in one transaction. */
const BATCH_SIZE = 5000;

/**
 * Has people mailed who have not read a message for ten minutes: of a chat once until they read it, or until a day later
 * something else has come there; of several chats at once in one mail.
 */
export async function mailUnread(deps: UnreadMailDeps): Promise<void> {
	while (await mailBatch(deps, 'first'));
	while (await mailBatch(deps, 'a day later'));
}

/** @returns whether there may be more; what is noted as mailed has its task, whatever happens */
function mailBatch({ db, addTasks }: UnreadMailDeps, pass: MailPass): Promise<boolean> {
	return db.transaction(async (tx) => {
		const { sides, isMore } = await claimUnmailed(tx, pass, BATCH_SIZE);
		const byUser = Map.groupBy(
			sides.filter(({ isMailed }) => isMailed),
			({ userId }) => userId,
		);
		await addTasks(tx, 'notice-mail', [...byUser].map(toMailTask));
		return isMore;
	});
}

function toMailTask([userId, sides]: [userId: number, sides: ChatSide[]]): TaskData['notice-mail'] {
	const chats = sides.map(({ itemId, buyerId }) => ({ itemId, buyerId }));
	const [chat, ...others] = chats;
	return chat && others.length === 0
		? { letter: 'unread-messages', userId, ...chat }
		: { letter: 'unread-chats', userId, chats };
}
