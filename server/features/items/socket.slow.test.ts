import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { WATCHING_ERRORS } from '#contract/items/errors.ts';
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
	test('a client gets an event when the item is sold', async () => {
		const seller = await t.student();
		const { id } = await createItem(seller, { price: 350 });
		const connection = await connect(await t.student());

		const acknowledgement = await watch(connection, id);
		await t.as(seller).patch(`/item/mark-as-sold/${id}`);

		expect(acknowledgement).toEqual({ success: true, items: [stateOf(id, 350)] });
		expect(await connection.waitFor(REALTIME_EVENTS.itemChanged)).toEqual(stateOf(id, 350, 'sold'));
	});

	test('a client gets an event when the price changes, and when a sold item is on sale again', async () => {
		const { id } = await createItem(await t.student(), { price: 350 });
		const connection = await connect(await t.student());
		await watch(connection, String(id));

		await updateItem(id, { price: 299.5 });
		await connection.waitFor(REALTIME_EVENTS.itemChanged);
		await updateItem(id, { soldAt: new Date() });
		await connection.waitFor(REALTIME_EVENTS.itemChanged, 2);
		await updateItem(id, { soldAt: null });
		await connection.waitFor(REALTIME_EVENTS.itemChanged, 3);

		expect(connection.received(REALTIME_EVENTS.itemChanged)).toEqual([
			stateOf(id, 299.5),
			stateOf(id, 299.5, 'sold'),
			stateOf(id, 299.5),
		]);
	});

	test.each([
		['banned', (id: number) => updateItem(id, { bannedAt: new Date(), soldAt: new Date() })],
		['deleted', (id: number) => updateItem(id, { deletedAt: new Date() })],
	])(
		'a client gets an event when the item is %s, and when it is visible again',
		async (_, change) => {
			const { id } = await createItem(await t.student(), { price: 10 });
			const connection = await connect(await t.student());
			await watch(connection, id);

			await change(id);
			await connection.waitFor(REALTIME_EVENTS.itemChanged);
			await updateItem(id, { bannedAt: null, deletedAt: null, soldAt: null });

			expect(await connection.waitFor(REALTIME_EVENTS.itemChanged, 2)).toEqual(stateOf(id, 10));
			expect(connection.received(REALTIME_EVENTS.itemChanged)[0]).toEqual(
				stateOf(id, 10, 'banned'),
			);
		},
	);

	test('a client gets an event when the seller is banned, and when the seller is unbanned', async () => {
		const seller = await t.student();
		const { id } = await createItem(seller, { price: 10 });
		const connection = await connect(await t.student());
		await watch(connection, id);

		await t.db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, seller.id));
		await connection.waitFor(REALTIME_EVENTS.itemChanged);
		await t.db.update(users).set({ bannedAt: null }).where(eq(users.id, seller.id));
		await connection.waitFor(REALTIME_EVENTS.itemChanged, 2);

		expect(connection.received(REALTIME_EVENTS.itemChanged)).toEqual([
			stateOf(id, 10, 'banned'),
			stateOf(id, 10),
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

describe('changes without an event', () => {
	test('a client gets no event for items that it has stopped watching', async () => {
		const seller = await t.student();
		const [former, other] = [await createItem(seller), await createItem(seller)];
		const connection = await connect(await t.student());
		await watch(connection, former.id);
		await watch(connection, other.id);
		await watch(connection);

		for (const { id } of [former, other]) await updateItem(id, { soldAt: new Date() });
		await waitUntilArrived(connection);

		expect(connection.received(REALTIME_EVENTS.itemChanged)).toEqual([]);
	});

	test('a client gets no event when only the title changes, or when a banned item is deleted', async () => {
		const seller = await t.student();
		const [renamedItem, bannedItem] = [
			await createItem(seller),
			await createItem(seller, { bannedAt: new Date() }),
		];
		const connection = await connect(await t.student());
		await watch(connection, renamedItem.id, bannedItem.id);

		await updateItem(renamedItem.id, { title: 'Another name' });
		await updateItem(bannedItem.id, { deletedAt: new Date() });
		await waitUntilArrived(connection);

		expect(connection.received(REALTIME_EVENTS.itemChanged)).toEqual([]);
	});
});

test('the acknowledgement of a request to watch items leaves out banned and unknown items', async () => {
	const { id } = await createItem(await t.student(), { bannedAt: new Date() });
	const connection = await connect(await t.student());

	expect(await watch(connection, id, 2_147_483_647)).toEqual({ success: true, items: [] });
});

test.each([
	['no item ids', {}],
	['too many ids', { itemIds: Array.from({ length: 201 }, (_, index) => index + 1) }],
])(
	'a request to watch items with %s is refused, and the items watched before stay watched',
	async (_, sent) => {
		const { id } = await createItem(await t.student());
		const connection = await connect(await t.student());
		await watch(connection, id);

		const acknowledgement = await connection.request(REALTIME_EVENTS.watchItems, sent);
		await updateItem(id, { soldAt: new Date() });

		const { code, message } = WATCHING_ERRORS.itemIds;
		expect(acknowledgement).toEqual({ success: false, code, message });
		expect(connection.received('error-message')).toEqual([message]);
		expect(await connection.waitFor(REALTIME_EVENTS.itemChanged)).toMatchObject({ itemId: id });
	},
);

test('a client can watch 200 items', async () => {
	const ids = Array.from({ length: 200 }, (_, index) => 2_000_000_000 + index);

	expect(await watch(await connect(await t.student()), ...ids)).toMatchObject({ success: true });
});
