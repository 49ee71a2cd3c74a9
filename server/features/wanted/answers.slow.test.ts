import { describe, expect, test } from 'vitest';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import { WANTED_ERRORS } from '#contract/wanted/errors.ts';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import { eq, sql } from '#server/db/drizzle.ts';
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

	test('when the same item is offered several times at once, one offer succeeds and the others get 409; another item and another post can follow', async () => {
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
		const [lamp, two] = [await t.item(seller), await insertPost(asker)];
		expect((await answerWanted(seller, wantedId, lamp)).statusCode).toBe(201);
		expect((await answerWanted(seller, two, item)).statusCode).toBe(201);
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

	test('only an own item that is on sale can be offered as an answer, and not to an own post', async () => {
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
		const ownPost = await insertPost(seller);
		const toItself = await answerWanted(seller, ownPost, await t.item(seller));
		expect([toItself.statusCode, toItself.json().code]).toEqual([400, WANTED_ERRORS.ownPost.code]);
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
	const { id: itemId } = await t.item(seller);
	const answer = { wantedId, itemId, sellerId: seller.id, createdAt: inDays(-1) };
	await t.db.insert(wantedAnswers).values(answer);
	await t.db.execute(sql`
		with offered as (
			insert into items (seller_id, title, description, price, category, sold_at)
			select case when n % 2 = 0 then ${seller.id}::int else ${banned.id}::int end, 'Kettle', 'Steel.', 100, 'OTHERS',
				case when n % 2 = 0 then now() end
			from generate_series(1, ${ITEM_LIMITS.pageMax}::int) as n returning id, seller_id
		)
		insert into wanted_answers (wanted_id, item_id, seller_id)
		select ${wantedId}::int, id, seller_id from offered`);
	await t.db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, banned.id));

	const res = await t.as(asker).get(`/wanted/${wantedId}/answers`);

	expect(res.json().items.map(({ id }: { id: number }) => id)).toEqual([itemId]);
});
