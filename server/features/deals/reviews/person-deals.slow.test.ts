import { describe, expect, test } from 'vitest';
import { eq } from '#server/db/drizzle.ts';
import { dealSales } from '#server/db/schema/deal-sales.ts';
import { openApp } from '#tests/support/app.ts';
import { daysFromNow, openCompletedDeals } from '#tests/support/completed-deals.ts';
import type { Student } from '#tests/support/factories.ts';

const t = await openApp();
const { insertCompletedSale, insertDeal, insertSale, insertReviewAbout, insertMissedHandover } =
	openCompletedDeals(t);

/** A user with a confirmed address. */
const confirmed = () => t.student({ emailConfirmedAt: new Date() });
const personOf = async ({ id }: { id: number }) =>
	(await t.as(null).get(`/people/${id}`)).json().person;

test('the profile of a new user has no deals, no rating and no badge', async () => {
	expect(await personOf(await t.student())).toMatchObject({
		deals: 0,
		rating: null,
		reviewCount: 0,
		isReliable: false,
	});
});

describe('number of completed deals in a profile', () => {
	test('a completed deal counts in the profiles of its seller and its buyer', async () => {
		const [seller, buyer] = [await t.student(), await t.student()];
		await insertCompletedSale(seller, buyer);
		await insertCompletedSale(buyer, seller);
		await insertCompletedSale(seller, await t.student());

		expect(await personOf(seller)).toMatchObject({ deals: 3 });
		expect(await personOf(buyer)).toMatchObject({ deals: 2 });
	});

	test('an unconfirmed sale counts as a completed deal once the buyer’s time to answer is over, unless the buyer denied it, a ban pauses that time, or the sale was undone', async () => {
		const unconfirmed = { isConfirmed: null, completedAt: null, reviewUntil: null };
		const unanswered = { ...unconfirmed, answerUntil: daysFromNow(-1) };
		for (const [fields, deals] of [
			[unanswered, 1],
			[{ ...unconfirmed, answerUntil: daysFromNow(1) }, 0],
			[{ ...unanswered, pausedAt: daysFromNow(-2) }, 0],
			[{ ...unanswered, endedAt: daysFromNow(-2) }, 0],
			[{ ...unanswered, isConfirmed: false }, 0],
		] as const) {
			const seller = await t.student();
			await insertSale(await insertDeal(seller, await t.student()), fields);
			expect(await personOf(seller), JSON.stringify(fields)).toMatchObject({ deals });
		}
	});
});

test('from reviews of three users with a confirmed address on, a profile has the average of the newest of each, without hidden ones', async () => {
	const seller = await t.student();
	const [first, second, third] = [await confirmed(), await confirmed(), await confirmed()];
	for (const stars of [1, 2, 5]) await insertReviewAbout(seller, { stars }, first);
	await insertReviewAbout(seller, { stars: 5 }, second);
	await insertReviewAbout(seller, { stars: 1 }, await t.student({ emailConfirmedAt: null }));
	await insertReviewAbout(seller, { stars: 1, hiddenAt: new Date() }, third);
	expect(await personOf(seller)).toMatchObject({ rating: null, reviewCount: 5 });

	await insertReviewAbout(seller, { stars: 4 }, third);

	expect(await personOf(seller)).toMatchObject({ rating: 4.7, reviewCount: 6 });
});

describe('reliability badge in a profile', () => {
	const isReliable = async (person: Student) => (await personOf(person)).isReliable;

	/** Inserts a hand-over that both sides called done, unless the fields say otherwise. */
	const insertHandover = async (
		seller: Student,
		buyer: Student,
		fields: Parameters<typeof insertSale>[1] = {},
	) => insertSale(await insertDeal(seller, buyer), { isFromHandover: true, ...fields });

	/**
	 * A user with hand-overs kept with two people, as seller and as buyer; the badge needs three. Those kept twice with one
	 * person, or with somebody without a confirmed address, do not count.
	 */
	async function almostReliable(): Promise<Student> {
		const person = await t.student();
		await insertHandover(person, await confirmed());
		const seller = await confirmed();
		for (const other of [seller, seller, await t.student({ emailConfirmedAt: null })])
			await insertHandover(other, person);
		expect(await isReliable(person)).toBe(false);
		return person;
	}

	test('a user gets the reliability badge after hand-overs kept with three different people; one that the seller alone called done counts once the buyer has confirmed the sale', async () => {
		const person = await almostReliable();
		const unanswered = { isConfirmed: null };
		const { id } = await insertHandover(person, await confirmed(), unanswered);
		await insertHandover(person, await confirmed(), { isFromHandover: false });
		expect(await isReliable(person)).toBe(false);

		await t.db.update(dealSales).set({ isConfirmed: true }).where(eq(dealSales.id, id));

		expect(await isReliable(person)).toBe(true);
	});

	test('a mark of the last 90 days that is not contested takes the badge away', async () => {
		for (const [daysAgo, fields, isStillReliable] of [
			[89, {}, false],
			[91, {}, true],
			[1, { contestedAt: new Date() }, true],
		] as const) {
			const person = await almostReliable();
			await insertHandover(person, await confirmed());
			expect(await isReliable(person)).toBe(true);

			await insertMissedHandover(person, daysAgo, fields);

			expect(await isReliable(person), String(daysAgo)).toBe(isStillReliable);
		}
	});
});
