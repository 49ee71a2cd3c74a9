import { expect, test } from 'vitest';
import type { Room } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { and, eq } from '#server/db/drizzle.ts';
import { participants } from '#server/db/schema/chats.ts';
import { openApp } from '#tests/support/app.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';
import { markAllDelivered } from './receipt-queries.ts';

const t = await openApp();

/** Updates the row of a chat's participant, which locks it, as storing a message to that participant does. */
async function lockParticipant(tx: Db, userId: number, { itemId, buyerId }: Room): Promise<void> {
	const { itemId: item, buyerId: buyer, userId: user } = participants;
	await tx
		.update(participants)
		.set({ mailedId: 0 })
		.where(and(eq(item, itemId), eq(buyer, buyerId), eq(user, userId)));
}

test('when a user connects while messages are being stored, marking the chats as delivered causes no deadlock', async () => {
	const [seller, buyer] = [await t.student(), await t.student()];
	const [lower, higher] = [await t.item(seller), await t.item(seller)];
	// The rows are inserted in the opposite order to that in which they must be locked. Without an explicit order,
	// markAllDelivered() would lock the last one first and wait for the other: a deadlock with the transaction below.
	const lastLocked = await t.conversation(higher, buyer);
	const firstLocked = await t.conversation(lower, buyer);
	for (const room of [lastLocked, firstLocked]) await t.message(room, buyer, 'Is it there?');

	const marking = Promise.withResolvers<Awaited<ReturnType<typeof markAllDelivered>>>();
	await t.db.transaction(async (tx) => {
		await lockParticipant(tx, seller.id, firstLocked);
		markAllDelivered(t.db, seller.id).then(marking.resolve, marking.reject);
		await waitForBlockedSession(t.url);
		await lockParticipant(tx, seller.id, lastLocked);
	});

	const rooms = (await marking.promise).map(({ room }) => room.itemId);
	expect(rooms.toSorted((one, other) => one - other)).toEqual([lower.id, higher.id]);
	expect(await markAllDelivered(t.db, seller.id)).toEqual([]);
});
