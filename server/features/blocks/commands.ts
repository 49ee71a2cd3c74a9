import type { Db } from '#server/db/client.ts';
import { keepStandings } from '#server/features/chats/commands.ts';
import { insertBlock } from './queries.ts';

/** Blocks somebody, who is not to notice. */
export async function block(db: Db, blockerId: number, blockedId: number): Promise<void> {
	await db.transaction(async (tx) => {
		await keepStandings(tx, blockerId, blockedId);
		await insertBlock(tx, blockerId, blockedId);
	});
}
