import type { Db } from '#server/db/client.ts';
import { keepStandings, tellWhetherApart } from '#server/features/chat/rooms/commands.ts';
import type { LiveServer } from '#server/realtime/realtime.ts';
import { deleteBlock, insertBlock } from './queries.ts';

interface Parts {
	db: Db;
	live: Pick<LiveServer, 'bus'>;
}

/** Blocks somebody, who is not to notice. What the two have open with each other no longer tells who is here, or writes. */
export async function block(
	{ db, live }: Parts,
	blockerId: number,
	blockedId: number,
): Promise<void> {
	await db.transaction(async (tx) => {
		await keepStandings(tx, blockerId, blockedId);
		await insertBlock(tx, blockerId, blockedId);
	});
	await tellWhetherApart({ db, live }, blockerId, blockedId);
}

/** Takes one's own block back; the two are still apart where the other has blocked as well. */
export async function unblock(
	{ db, live }: Parts,
	blockerId: number,
	blockedId: number,
): Promise<void> {
	await deleteBlock(db, blockerId, blockedId);
	await tellWhetherApart({ db, live }, blockerId, blockedId);
}
