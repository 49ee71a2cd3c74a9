import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Room } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { participants } from '#server/db/schema/chats.ts';
import { openApp } from '#tests/support/app.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';
import { markAllDelivered } from './receipt-queries.ts';

const t = await openApp();

/** Updates a participant's row, as storing a message to that participant does. */
async function receive(tx: Db, userId: number, { itemId, buyerId }: Room): Promise<void> {
	const { itemId: item, buyerId: buyer, userId: user } = participants;
	await tx
		.update(participants)
		.set({ mailedId: 0 })
		.where(and(eq(item, itemId), eq(buyer, buyerId), eq(user, userId)));
}

test('when a user connects while messages are being stored, marking the chats as delivered causes no deadlock', async () => {
	const [seller, buyer] = [await t.student(), await t.student()];
	const [lower, higher] = [await t.item(seller), await t.item(seller)];
	const later = await t.conversation(higher, buyer);
	const earlier = await t.conversation(lower, buyer);
	for (const room of [later, earlier]) await t.message(room, buyer, 'Is it there?');

	const arriving = Promise.withResolvers<Awaited<ReturnType<typeof markAllDelivered>>>();
	await t.db.transaction(async (tx) => {
		await receive(tx, seller.id, earlier);
		markAllDelivered(t.db, seller.id).then(arriving.resolve, arriving.reject);
		await waitForBlockedSession(t.url);
		await receive(tx, seller.id, later);
	});

	const rooms = (await arriving.promise).map(({ room }) => room.itemId);
	expect(rooms.toSorted((one, other) => one - other)).toEqual([lower.id, higher.id]);
	expect(await markAllDelivered(t.db, seller.id)).toEqual([]);
});
