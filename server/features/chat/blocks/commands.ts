import type { Db } from '#server/db/client.ts';
import { freezeReceiptsOnBlock, publishBlockState } from '#server/features/chat/rooms/commands.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { deleteBlock, insertBlock } from './queries.ts';

interface BlockDeps {
	db: Db;
	realtime: Pick<RealtimeServer, 'bus'>;
}

/** Blocks somebody, who is not to notice. What the two have open with each other no longer tells who is here, or writes. */
export async function block(
	{ db, realtime }: BlockDeps,
	blockerId: number,
	blockedId: number,
): Promise<void> {
	await db.transaction(async (tx) => {
		await freezeReceiptsOnBlock(tx, blockerId, blockedId);
		await insertBlock(tx, blockerId, blockedId);
	});
	await publishBlockState({ db, realtime }, blockerId, blockedId);
}

/** Takes one's own block back; the two are still apart where the other has blocked as well. */
export async function unblock(
	{ db, realtime }: BlockDeps,
	blockerId: number,
	blockedId: number,
): Promise<void> {
	await deleteBlock(db, blockerId, blockedId);
	await publishBlockState({ db, realtime }, blockerId, blockedId);
}
