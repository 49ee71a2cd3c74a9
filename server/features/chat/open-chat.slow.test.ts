import { describe, expect, test } from 'vitest';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { and, eq } from '#server/db/drizzle.ts';
import { blocks, participants } from '#server/db/schema/chats.ts';
import { deals } from '#server/db/schema/deals.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
type HasId = { id: number };

const bothOrders = (one: HasId, two: HasId): [HasId, HasId][] => [
	[one, two],
	[two, one],
];
const open = (who: { token: string } | null, first: HasId, second: HasId) =>
	t.as(who).get(`/chat/open/${first.id}/${second.id}`);

async function createChat({ isBegun = true } = {}) {
	const seller = await t.student({ userName: 'Meena' });
	const buyer = await t.student({ userName: 'Ravi' });
	const item = await t.item(seller);
	if (isBegun) await t.message(await t.conversation(item, buyer), buyer, 'Hello');
	return { seller, buyer, item };
}

const chatOf = async (...args: Parameters<typeof open>) => (await open(...args)).json().chat;
const banItem = ({ id }: HasId) =>
	t.db.update(items).set({ bannedAt: new Date() }).where(eq(items.id, id));
const deleteItem = ({ id }: HasId) =>
	t.db.update(items).set({ deletedAt: new Date() }).where(eq(items.id, id));
const changeUser = ({ id }: HasId, changes: Partial<typeof users.$inferInsert>) =>
	t.db.update(users).set(changes).where(eq(users.id, id));

test('a buyer can open a chat by the ids of item and seller or of item and buyer, in either order', async () => {
	const { seller, buyer, item } = await createChat();
	const [hash] = item.hashes;

	for (const other of [seller, buyer]) {
		for (const pair of bothOrders(other, item)) {
			const res = await open(buyer, ...pair);
			expect(res.statusCode).toBe(200);
			expect(res.json()).toEqual({
				success: true,
				chat: {
					roomId: `${item.id}-${buyer.id}`,
					role: 'buyer',
					item: {
						id: item.id,
						title: item.row?.title,
						price: item.row?.price,
						status: 'available',
						reservedUntil: null,
						isPriceFixed: false,
						photo: {
							url: expect.stringContaining(String(hash)),
							width: 1600,
							height: 1200,
							thumbhash: 'AAAA',
						},
					},
					other: { id: seller.id, userName: 'Meena', profilePicUrl: null, isVerified: false },
					isBlocked: false,
					closed: null,
					readId: 0,
					deliveredId: 0,
				},
			});
		}
	}
});

test('a seller can open a chat by the ids of item and buyer, in either order', async () => {
	const { seller, buyer, item } = await createChat();

	for (const pair of bothOrders(item, buyer)) {
		expect(await chatOf(seller, ...pair)).toMatchObject({
			roomId: `${item.id}-${buyer.id}`,
			role: 'seller',
			other: { id: buyer.id, userName: 'Ravi' },
			closed: null,
		});
	}
});

test('a seller who opens a chat by the ids of item and seller gets no room, because no buyer is chosen', async () => {
	const { seller, item } = await createChat();

	for (const pair of bothOrders(item, seller)) {
		expect(await chatOf(seller, ...pair)).toMatchObject({
			roomId: null,
			role: 'seller',
			other: null,
			isBlocked: false,
			closed: null,
		});
	}
});

test('an opened chat shows the picture and the verification of the other side', async () => {
	const { seller, buyer, item } = await createChat();
	const pictureHash = await t.photo();
	await changeUser(seller, { pictureHash, verifiedAt: new Date() });

	expect((await chatOf(buyer, item, seller)).other).toMatchObject({
		profilePicUrl: expect.stringContaining(pictureHash),
		isVerified: true,
	});
});

test('a buyer can open a chat before a message is sent', async () => {
	const { seller, buyer, item } = await createChat({ isBegun: false });

	expect(await chatOf(buyer, seller, item)).toMatchObject({
		roomId: `${item.id}-${buyer.id}`,
		closed: null,
	});
});

test('an opened chat is closed for the seller until the buyer has written', async () => {
	const { seller, buyer, item } = await createChat({ isBegun: false });

	expect(await chatOf(seller, item, buyer)).toMatchObject({
		roomId: `${item.id}-${buyer.id}`,
		other: { id: buyer.id },
		closed: CHAT_ERRORS.buyerFirst.message,
	});
});

test('an opened chat is marked as not begun for the seller until the buyer has written or a deal exists', async () => {
	const { seller, buyer, item } = await createChat({ isBegun: false });
	const deal = { itemId: item.id, buyerId: buyer.id, sellerId: seller.id };
	const readDeal = async () => (await t.as(seller).get(`/deals/${item.id}/${buyer.id}`)).statusCode;

	expect(await chatOf(seller, item, buyer)).toMatchObject({ isNotBegun: true });
	expect(await readDeal()).toBe(404);
	expect(await chatOf(buyer, item, seller)).not.toHaveProperty('isNotBegun');
	await t.db.insert(deals).values(deal);

	expect(await chatOf(seller, item, buyer)).not.toHaveProperty('isNotBegun');
	expect(await readDeal()).toBe(200);
	const begun = await createChat();
	expect(await chatOf(begun.seller, begun.item, begun.buyer)).not.toHaveProperty('isNotBegun');
});

test('a chat with only messages hidden from the seller by a block is closed and not begun for the seller, but open for the buyer', async () => {
	const { seller, buyer, item } = await createChat({ isBegun: false });
	const room = await t.conversation(item, buyer);
	await t.message(room, buyer, 'Into the void', { isHiddenFromRecipient: true });

	expect(await chatOf(seller, item, buyer)).toMatchObject({
		closed: CHAT_ERRORS.buyerFirst.message,
		isNotBegun: true,
	});
	const ofBuyer = await chatOf(buyer, item, seller);
	expect(ofBuyer).toMatchObject({ closed: null });
	expect(ofBuyer).not.toHaveProperty('isNotBegun');
});

describe('opening a chat of other users', () => {
	test('opening a chat is refused to another buyer and to a stranger with 403', async () => {
		const { buyer, item } = await createChat();
		const other = await t.student();
		await t.message(await t.conversation(item, other), other, 'Hello');

		for (const person of [other, await t.student()]) {
			for (const pair of bothOrders(item, buyer)) {
				const res = await open(person, ...pair);
				expect(res.statusCode).toBe(403);
				expect(res.json()).toEqual({
					success: false,
					...CHAT_ERRORS.notYours,
					itemId: item.id,
				});
			}
		}
	});

	test('when the item is banned, the refusal to open a chat of other users does not contain the item id', async () => {
		const { buyer, item } = await createChat();
		await banItem(item);

		const res = await open(buyer, item, await t.student());

		expect(res.statusCode).toBe(403);
		expect(res.json()).toEqual({ success: false, ...CHAT_ERRORS.notYours });
	});

	test('opening a chat is refused to a visitor with 401', async () => {
		const { buyer, item } = await createChat();

		expect((await open(null, item, buyer)).statusCode).toBe(401);
	});
});

test('opening a chat is answered with 404 when neither id is an item', async () => {
	const { seller, buyer } = await createChat();
	const nobody = { id: 2_147_483_647 };

	for (const pair of [...bothOrders(seller, buyer), ...bothOrders(nobody, nobody)]) {
		const res = await open(buyer, ...pair);
		expect([res.statusCode, res.json().message]).toEqual([404, ITEM_ERRORS.notFound.message]);
	}
});

test('when a seller opens a chat with an unknown user, the answer is 404 with the item id', async () => {
	const { seller, item } = await createChat();

	for (const number of [item, { id: 2_147_483_647 }]) {
		const res = await open(seller, item, number);
		expect([res.statusCode, res.json().message]).toEqual([404, AUTH_ERRORS.userNotFound.message]);
		expect(res.json().itemId).toBe(item.id);
	}
});

test('both sides can still use a chat about a sold item', async () => {
	const { seller, buyer, item } = await createChat();
	await t.db.update(items).set({ soldAt: new Date() }).where(eq(items.id, item.id));

	for (const person of [seller, buyer]) {
		expect(await chatOf(person, item, buyer)).toMatchObject({
			item: { status: 'sold', photo: expect.anything() },
			closed: null,
		});
	}
});

describe('opening chats about banned or deleted items', () => {
	test.each([
		['banned', banItem],
		['deleted', deleteItem],
	])(
		'both sides can open an existing chat about a %s item, and the chat is closed',
		async (_name, hide) => {
			const { seller, buyer, item } = await createChat();
			await hide(item);

			for (const person of [seller, buyer]) {
				expect(await chatOf(person, item, buyer)).toMatchObject({
					item: { status: 'banned' },
					closed: CHAT_ERRORS.closed.message,
				});
			}
		},
	);

	test.each([
		['banned', banItem],
		['deleted', deleteItem],
	])('opening a new chat about a %s item is answered with 404', async (_name, hide) => {
		const { seller, buyer, item } = await createChat({ isBegun: false });
		await hide(item);

		for (const person of [seller, buyer]) {
			const res = await open(person, item, buyer);
			expect([res.statusCode, res.json().message]).toEqual([404, ITEM_ERRORS.notFound.message]);
		}
		const outsider = await open(await t.student(), item, buyer);
		expect([outsider.statusCode, outsider.json().message]).toEqual([
			404,
			ITEM_ERRORS.notFound.message,
		]);
	});

	test('the photo of a banned item is shown to the seller only, and to neither side after the item is deleted', async () => {
		const { seller, buyer, item } = await createChat();
		await banItem(item);

		const { photo } = (await chatOf(seller, item, buyer)).item;

		expect((await t.app.inject(photo.url)).statusCode).toBe(200);
		expect((await chatOf(buyer, item, buyer)).item.photo).toBeNull();
		await deleteItem(item);
		expect((await chatOf(seller, item, buyer)).item.photo).toBeNull();
	});
});

describe('opening chats with banned or deleted users', () => {
	const UNAVAILABLE_USERS: [state: string, changes: Partial<typeof users.$inferInsert>][] = [
		['banned', { bannedAt: new Date() }],
		['deleted', { deletedAt: new Date(), userName: 'Deleted user' }],
	];

	test.each(UNAVAILABLE_USERS)(
		'a seller can open an existing chat with a %s buyer, and the chat is closed',
		async (_state, changes) => {
			const { seller, buyer, item } = await createChat();
			const pictureHash = await t.photo();
			await changeUser(buyer, { ...changes, pictureHash });

			expect(await chatOf(seller, item, buyer)).toMatchObject({
				other: { id: buyer.id, userName: changes.userName ?? 'Ravi', profilePicUrl: null },
				closed: CHAT_ERRORS.closed.message,
			});
		},
	);

	test.each(UNAVAILABLE_USERS)(
		'a buyer can open an existing chat with a %s seller, and the chat is closed',
		async (_state, changes) => {
			const { seller, buyer, item } = await createChat();
			await changeUser(seller, changes);

			expect(await chatOf(buyer, seller, item)).toMatchObject({
				other: { id: seller.id, userName: changes.userName ?? 'Meena' },
				item: { status: 'banned', photo: null },
				closed: CHAT_ERRORS.closed.message,
			});
		},
	);

	test.each(UNAVAILABLE_USERS)(
		'opening a new chat with a %s user is answered with 404',
		async (_state, changes) => {
			const { seller, buyer, item } = await createChat({ isBegun: false });
			await changeUser(buyer, changes);

			const res = await open(seller, item, buyer);
			expect([res.statusCode, res.json().message]).toEqual([404, AUTH_ERRORS.userNotFound.message]);
			await changeUser(seller, changes);
			const asNewBuyer = await open(await t.student(), item, seller);
			expect([asNewBuyer.statusCode, asNewBuyer.json().message]).toEqual([
				404,
				ITEM_ERRORS.notFound.message,
			]);
		},
	);
});

test('an opened chat shows that the user has blocked the other side, but not that the user is blocked', async () => {
	const { seller, buyer, item } = await createChat();
	await t.db.insert(blocks).values({ blockerId: seller.id, blockedId: buyer.id });

	const [ofSeller, ofBuyer] = [
		await chatOf(seller, item, buyer),
		await chatOf(buyer, seller, item),
	];

	expect(ofSeller).toMatchObject({ isBlocked: true, closed: null });
	expect(ofBuyer).toMatchObject({ isBlocked: false, closed: null });
});

describe('read and delivered positions in an opened chat', () => {
	const setPositions = (
		who: HasId,
		item: HasId,
		positions: Partial<typeof participants.$inferInsert>,
	) =>
		t.db
			.update(participants)
			.set(positions)
			.where(and(eq(participants.itemId, item.id), eq(participants.userId, who.id)));

	test('in an opened chat, each side sees the read and delivered positions of the other side, even when the chat is closed', async () => {
		const { seller, buyer, item } = await createChat();
		await setPositions(seller, item, { readId: 7, deliveredId: 9 });
		await setPositions(buyer, item, { readId: 3, deliveredId: 4 });
		await banItem(item);

		expect(await chatOf(buyer, seller, item)).toMatchObject({ readId: 7, deliveredId: 9 });
		expect(await chatOf(seller, item, buyer)).toMatchObject({ readId: 3, deliveredId: 4 });
	});

	test.each(['buyer', 'seller'] as const)(
		'the read and delivered positions shown to the buyer do not change after a block by the %s',
		async (by) => {
			const { seller, buyer, item } = await createChat();
			await setPositions(seller, item, { readId: 7, deliveredId: 9 });
			const [blocker, blocked] = by === 'buyer' ? [buyer, seller] : [seller, buyer];
			await t.as(blocker).put(`/people/${blocked.id}/block`);
			await setPositions(seller, item, { readId: 11, deliveredId: 12 });

			expect(await chatOf(buyer, seller, item)).toMatchObject({ readId: 7, deliveredId: 9 });
		},
	);
});
