import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import { WANTED_ERRORS } from '#contract/wanted/errors.ts';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import { items } from '#server/db/schema/items.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { users } from '#server/db/schema/users.ts';
import { wantedAnswers } from '#server/db/schema/wanted.ts';
import { openApp } from '#tests/support/app.ts';
import { inDays, openWanted } from '#tests/support/wanted.ts';

const t = await openApp();
const { insertPost, answerWanted, block } = openWanted(t);

const answersTo = (wantedId: number) =>
	t.db.select().from(wantedAnswers).where(eq(wantedAnswers.wantedId, wantedId));
const notificationsOf = (user: { id: number }) =>
	t.db
		.select({
			kind: notifications.kind,
			title: notifications.title,
			message: notifications.message,
			link: notifications.link,
		})
		.from(notifications)
		.where(eq(notifications.userId, user.id));

describe('answers to wanted posts', () => {
	test('when a seller offers an item, the asker is notified with a link to the item', async () => {
		const [asker, seller] = [await t.student(), await t.student({ userName: 'Ravi' })];
		const wantedId = await insertPost(asker, { title: 'Kettle' });
		const item = await t.item(seller, { title: 'Steel kettle' });

		const res = await answerWanted(seller, wantedId, item);

		expect(res.statusCode).toBe(201);
		expect(res.json()).toMatchObject({
			success: true,
			message: WANTED_MESSAGES.answered,
			wanted: { id: wantedId, answers: 1 },
		});
		expect(await answersTo(wantedId)).toMatchObject([{ itemId: item.id, sellerId: seller.id }]);
		expect(await notificationsOf(asker)).toEqual([
			{
				kind: 'wanted-answer',
				title: 'Ravi has it: Kettle',
				message: WANTED_MESSAGES.answerText('Ravi', 'Steel kettle'),
				link: `/item/${item.id}`,
			},
		]);
	});

	test('when the same item is offered several times at once, one offer succeeds and the others get 409', async () => {
		const [asker, seller] = [await t.student(), await t.student()];
		const wantedId = await insertPost(asker);
		const item = await t.item(seller);

		const responses = await Promise.all(
			[1, 2, 3, 4].map(() => answerWanted(seller, wantedId, item)),
		);

		expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409]);
		const refused = responses.find(({ statusCode }) => statusCode === 409);
		expect(refused?.json()).toEqual({ success: false, ...WANTED_ERRORS.alreadyOffered });
		expect(await notificationsOf(asker)).toHaveLength(1);
	});

	test('a seller can offer another item for the same post, and the same item for another post', async () => {
		const [asker, seller] = [await t.student(), await t.student()];
		const [one, two] = [await insertPost(asker), await insertPost(asker)];
		const [kettle, lamp] = [await t.item(seller), await t.item(seller)];

		for (const [id, item] of [
			[one, kettle],
			[one, lamp],
			[two, kettle],
		] as const) {
			expect((await answerWanted(seller, id, item)).statusCode).toBe(201);
		}
	});

	test('a seller can make at most ten offers a day, even with simultaneous requests, and another one on the next day', async () => {
		const seller = await t.student();
		const item = await t.item(seller);
		const askers = await Promise.all([1, 2, 3].map(() => t.student()));
		const ids = await Promise.all(
			askers.flatMap((asker) => [1, 2, 3, 4, 5].map(() => insertPost(asker))).slice(0, 13),
		);

		const responses = await Promise.all(
			ids.slice(0, 12).map((id) => answerWanted(seller, id, item)),
		);

		const accepted = responses.filter(({ statusCode }) => statusCode === 201);
		const refused = responses.filter(({ statusCode }) => statusCode === 409);
		expect([accepted.length, refused.length]).toEqual([10, 2]);
		expect(refused[0]?.json()).toEqual({ success: false, ...WANTED_ERRORS.tooManyAnswers });

		await t.db
			.update(wantedAnswers)
			.set({ createdAt: inDays(-1) })
			.where(eq(wantedAnswers.sellerId, seller.id));
		expect((await answerWanted(seller, ids[12] ?? 0, item)).statusCode).toBe(201);
	});

	test('an answer to an own wanted post is refused', async () => {
		const asker = await t.student();

		const res = await answerWanted(asker, await insertPost(asker), await t.item(asker));

		expect(res.statusCode).toBe(400);
		expect(res.json()).toMatchObject(WANTED_ERRORS.ownPost);
	});

	test('only an own item that is on sale can be offered as an answer', async () => {
		const seller = await t.student();
		const wantedId = await insertPost(await t.student());
		const offers = [
			[await t.item(await t.student()), 403, WANTED_ERRORS.notYourItem],
			[{ id: 2_147_483_647 }, 404, ITEM_ERRORS.notFound],
			[await t.item(seller, { deletedAt: new Date() }), 404, ITEM_ERRORS.notFound],
			[await t.item(seller, { soldAt: new Date() }), 409, WANTED_ERRORS.notOnSale],
			[await t.item(seller, { bannedAt: new Date() }), 409, WANTED_ERRORS.notOnSale],
		] as const;

		for (const [item, status, error] of offers) {
			const res = await answerWanted(seller, wantedId, item);
			expect(res.statusCode).toBe(status);
			expect(res.json()).toEqual({ success: false, ...error });
		}
		const nothing = await t.as(seller).post(`/wanted/${wantedId}/answers`, {});
		expect(nothing.json()).toMatchObject({ success: false, ...WANTED_ERRORS.badItem });
		expect(await answersTo(wantedId)).toEqual([]);
	});
});

test('the asker of a wanted post gets the offered items on sale, newest offer first, without those of a blocked seller', async () => {
	const [asker, seller, blockedSeller] = [await t.student(), await t.student(), await t.student()];
	const wantedId = await insertPost(asker);
	const [first, second, sold] = [await t.item(seller), await t.item(seller), await t.item(seller)];
	const itemOfBlocked = await t.item(blockedSeller);
	for (const item of [first, second, sold]) await answerWanted(seller, wantedId, item);
	await answerWanted(blockedSeller, wantedId, itemOfBlocked);
	await t.db.update(items).set({ soldAt: new Date() }).where(eq(items.id, sold.id));
	await block(asker, blockedSeller);

	const res = await t.as(asker).get(`/wanted/${wantedId}/answers`);

	expect(res.json().success).toBe(true);
	expect(res.json().items.map(({ id }: { id: number }) => id)).toEqual([second.id, first.id]);
});

test('when a hundred newer offers are sold or of a banned seller, an older offer that is on sale is listed', async () => {
	const [asker, seller, banned] = [await t.student(), await t.student(), await t.student()];
	const wantedId = await insertPost(asker);
	const offer = async (sellerId: number, createdAt: Date, soldAt: Date | null = null) => {
		const { id: itemId } = await t.item({ id: sellerId }, { soldAt });
		await t.db.insert(wantedAnswers).values({ wantedId, itemId, sellerId, createdAt });
		return itemId;
	};
	const onSale = await offer(seller.id, inDays(-1));
	for (let count = 0; count < ITEM_LIMITS.pageMax; count += 2) {
		await offer(seller.id, new Date(), new Date());
		await offer(banned.id, new Date());
	}
	await t.db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, banned.id));

	const res = await t.as(asker).get(`/wanted/${wantedId}/answers`);

	expect(res.json().items.map(({ id }: { id: number }) => id)).toEqual([onSale]);
});
