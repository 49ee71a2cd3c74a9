import type { Db } from '#server/db/client.ts';
import { freezeReceiptsOnBlock } from '#server/features/chat/rooms/commands.ts';
import { publishBlockState } from '#server/features/chat/rooms/presence.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { deleteBlock, insertBlock, lockItemsOfDeals, lockPeople } from './queries.ts';

interface BlockDeps {
	db: Db;
	realtime: Pick<RealtimeServer, 'io' | 'isOnline'>;
}

/** Blocks a user, who is not notified. Open chats between the two no longer show presence or typing. */
export async function block(
	{ db, realtime }: BlockDeps,
	blockerId: number,
	blockedId: number,
): Promise<void> {
	await db.transaction(async (tx) => {
		await lockPeople(tx, blockerId, blockedId);
		await lockItemsOfDeals(tx, blockerId, blockedId);
		await freezeReceiptsOnBlock(tx, blockerId, blockedId);
		await insertBlock(tx, blockerId, blockedId);
	});
	await publishBlockState({ db, realtime }, blockerId, blockedId);
}

/** Removes the blocker's own block. If the other user has blocked too, presence and typing stay hidden. */
export async function unblock(
	{ db, realtime }: BlockDeps,
	blockerId: number,
	blockedId: number,
): Promise<void> {
	await deleteBlock(db, blockerId, blockedId);
	await publishBlockState({ db, realtime }, blockerId, blockedId);
}
