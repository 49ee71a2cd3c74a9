import { describe, expect, test } from 'vitest';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { WATCHING_ERRORS } from '#contract/items/errors.ts';
import { eq } from '#server/db/drizzle.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { openApp } from '#tests/support/app.ts';
import { openSockets, type TestConnection } from '#tests/support/sockets.ts';

const t = await openApp();
const { connect, connectToRoom } = await openSockets(t);

const watch = (connection: TestConnection, ...itemIds: unknown[]) =>
	connection.request(REALTIME_EVENTS.watchItems, { itemIds });
const updateItem = (id: number, values: Partial<typeof items.$inferInsert>) =>
	t.db.update(items).set(values).where(eq(items.id, id));
const stateOf = (itemId: number, price: number, status = 'available') => ({
	itemId,
	price,
	reservedUntil: null,
	status,
});

/** Waits until the instance has published every change committed so far. */
async function waitUntilPublished(): Promise<void> {
	const { id } = await t.item(await t.student());
	const marker = await connect(await t.student());
	await watch(marker, id);
	await updateItem(id, { soldAt: new Date() });
	await marker.waitFor(REALTIME_EVENTS.itemChanged);
}

/** Waits until the connection has received every change committed so far that it watches. */
async function waitUntilArrived(connection: TestConnection): Promise<void> {
	await waitUntilPublished();
	await connection.waitForPending();
}

/** Creates an item and waits until the change that created it was published. */
async function createItem(...values: Parameters<typeof t.item>) {
	const item = await t.item(...values);
	await waitUntilPublished();
	return item;
}

describe('events for clients that watch an item', () => {
	test('a client gets an event when the price changes, when the item is sold and when it is on sale again', async () => {
		const seller = await t.student();
		const { id } = await createItem(seller, { price: 350 });
		const connection = await connect(await t.student());
		expect(await watch(connection, String(id))).toEqual({
			success: true,
			items: [stateOf(id, 350)],
		});

		await updateItem(id, { price: 299.5 });
		await connection.waitFor(REALTIME_EVENTS.itemChanged);
		await t.as(seller).patch(`/item/mark-as-sold/${id}`);
		await connection.waitFor(REALTIME_EVENTS.itemChanged, 2);
		await updateItem(id, { soldAt: null });
		await connection.waitFor(REALTIME_EVENTS.itemChanged, 3);

		expect(connection.received(REALTIME_EVENTS.itemChanged)).toEqual([
			stateOf(id, 299.5),
			stateOf(id, 299.5, 'sold'),
			stateOf(id, 299.5),
		]);
	});

	test('a client gets an event when the item is banned or deleted or its seller is banned, and when it is visible again', async () => {
		const seller = await t.student();
		const { id } = await createItem(seller, { price: 10 });
		const connection = await connect(await t.student());
		await watch(connection, id);
		const changeSeller = (bannedAt: Date | null) =>
			t.db.update(users).set({ bannedAt }).where(eq(users.id, seller.id));
		const now = new Date();
		const steps = [
			() => updateItem(id, { bannedAt: now, soldAt: now }),
			() => updateItem(id, { bannedAt: null, soldAt: null }),
			() => updateItem(id, { deletedAt: now }),
			() => updateItem(id, { deletedAt: null }),
			() => changeSeller(now),
			() => changeSeller(null),
		];

		for (const [index, step] of steps.entries()) {
			await step();
			await connection.waitFor(REALTIME_EVENTS.itemChanged, index + 1);
		}

		const [hidden, shown] = [stateOf(id, 10, 'banned'), stateOf(id, 10)];
		expect(connection.received(REALTIME_EVENTS.itemChanged)).toEqual([
			hidden,
			shown,
			hidden,
			shown,
			hidden,
			shown,
		]);
	});

	test('each watching device and each open chat about the item gets one event', async () => {
		const [seller, buyer] = [await t.student(), await t.student()];
		const item = await createItem(seller, { price: 10 });
		const room = await t.conversation(item, buyer);
		await t.message(room, buyer, 'Is it still there?');
		const chats = [await connectToRoom(buyer, room), await connectToRoom(seller, room)];
		const otherConnection = await connect(buyer);
		await watch(otherConnection, item.id);
		await watch(chats[0] as TestConnection, item.id);

		await t.as(seller).patch(`/item/mark-as-sold/${item.id}`);

		for (const connection of [...chats, otherConnection]) {
			expect(await connection.waitFor(REALTIME_EVENTS.itemChanged)).toEqual(
				stateOf(item.id, 10, 'sold'),
			);
		}
		await waitUntilArrived(otherConnection);
		for (const connection of [...chats, otherConnection]) {
			expect(connection.received(REALTIME_EVENTS.itemChanged)).toHaveLength(1);
		}
	});
});

test('a client gets no event for items that it has stopped watching, for a new title or when a banned item is deleted', async () => {
	const seller = await t.student();
	const former = await createItem(seller);
	const renamed = await createItem(seller);
	const banned = await createItem(seller, { bannedAt: new Date() });
	const connection = await connect(await t.student());
	await watch(connection, former.id);
	await watch(connection, renamed.id, banned.id);

	await updateItem(former.id, { soldAt: new Date() });
	await updateItem(renamed.id, { title: 'Another name' });
	await updateItem(banned.id, { deletedAt: new Date() });
	await waitUntilArrived(connection);
	await watch(connection);
	await updateItem(renamed.id, { soldAt: new Date() });
	await waitUntilArrived(connection);

	expect(connection.received(REALTIME_EVENTS.itemChanged)).toEqual([]);
});

test('a request to watch items without ids or with more than 200 is refused, and the items watched before stay watched', async () => {
	const { id } = await createItem(await t.student());
	const { id: banned } = await createItem(await t.student(), { bannedAt: new Date() });
	const connection = await connect(await t.student());
	const unknown = Array.from({ length: 198 }, (_, index) => 2_000_000_000 + index);
	// 200 items, of which only the visible one is acknowledged.
	expect(await watch(connection, id, banned, ...unknown)).toMatchObject({
		success: true,
		items: [{ itemId: id }],
	});

	const { code, message } = WATCHING_ERRORS.itemIds;
	for (const sent of [{}, { itemIds: [id, banned, 1, ...unknown] }])
		expect(await connection.request(REALTIME_EVENTS.watchItems, sent)).toEqual({
			success: false,
			code,
			message,
		});
	await updateItem(id, { soldAt: new Date() });

	expect(connection.received('error-message')).toEqual([message, message]);
	expect(await connection.waitFor(REALTIME_EVENTS.itemChanged)).toMatchObject({ itemId: id });
});
