import { beforeAll, describe, expect, test } from 'vitest';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { sql } from '#server/db/drizzle.ts';
import { dealSales } from '#server/db/schema/deal-sales.ts';
import { deals } from '#server/db/schema/deals.ts';
import { openApp } from '#tests/support/app.ts';
import { waitForCatalogue } from '#tests/support/catalogue-changes.ts';

const t = await openApp();
const [asker, buyer] = [await t.student(), await t.student()];
const DAY_MS = 86_400_000;

type Seller = Awaited<ReturnType<typeof t.student>>;
type Fields = NonNullable<Parameters<typeof t.item>[1]>;

/** Sells one item for each price to a named buyer, each by a seller of its own unless one is given. */
async function sell(
	prices: readonly number[],
	fields: Fields,
	{ by, ...sale }: { by?: Seller; price?: number; isConfirmed?: boolean } = {},
): Promise<void> {
	const { soldAt = new Date() } = fields;
	if (!soldAt) throw new Error('A sold item has the time of its sale.');
	for (const price of prices) {
		const seller = by ?? (await t.student());
		const { id: itemId } = await t.item(seller, { ...fields, soldAt, price });
		const deal = { itemId, buyerId: buyer.id };
		await t.db.insert(deals).values({ ...deal, sellerId: seller.id });
		await t.db.insert(dealSales).values({ ...deal, price, soldAt, answerUntil: soldAt, ...sale });
	}
}

async function guide(query: Record<string, string>) {
	return (await t.as(asker).get(`/items/price-guide?${new URLSearchParams(query)}`)).json();
}

beforeAll(async () => {
	await t.db.execute(sql`insert into branches values ('EC', 'Electronics', 0)`);
	await t.db.execute(sql`insert into subjects values ('EC301', 'Signals', 'EC', 3, 0)`);
	await waitForCatalogue(t, ({ subjects }) => subjects.length > 0);
});

describe('price guide', () => {
	test('the guide uses the agreed price of sales to a named buyer who has not denied them', async () => {
		const kreyszig = { title: 'Kreyszig mathematics', category: 'Books' };
		await sell([900, 900], kreyszig);
		await sell([1000, 1000, 0], kreyszig, { price: 500 });
		await sell([1000], kreyszig, { price: 0 });
		await sell([9], kreyszig, { isConfirmed: false });
		for (const price of [1, 2, 3])
			await t.item(await t.student(), { ...kreyszig, price, soldAt: new Date(), soldPrice: price });

		const priceGuide = await guide({ title: 'kreyszig mathematics', category: 'Books' });

		expect(priceGuide).toMatchObject({ count: 5, enough: true, median: 500 });
	});

	test('each seller counts once, with the median of their sales, however many they are', async () => {
		const kite = { title: 'Box kite', category: 'OTHERS' };
		await sell([300, 310], kite);
		await sell(
			[...Array(201).keys(), 9000].map((index) => 1000 + index),
			kite,
			{ by: asker },
		);
		const one = await guide(kite);
		await sell([290], kite);

		expect(one).toMatchObject({ count: 3, enough: true, median: 310 });
		expect(await guide(kite)).toMatchObject({ count: 4, median: 305 });
	});

	test('the guide has the median and quartiles of sold items with similar titles in the category', async () => {
		const category = 'Instruments';
		await sell([200, 240, 260, 300, 400], { title: 'Mini drafter, Omega', category });
		await sell([9000], { title: 'Telescope', category });
		await sell([9000], { title: 'Mini drafter, Omega', category: 'OTHERS' });
		await t.item(asker, { title: 'Mini drafter, Omega', category, price: 9000 });

		const priceGuide = await guide({
			title: 'mini drafter omega with case',
			category: 'instruments',
		});

		expect(priceGuide).toEqual({
			success: true,
			count: 5,
			enough: true,
			low: 240,
			median: 260,
			high: 300,
		});
	});

	test('sold items count only if the trigram similarity of the titles is at least 0.4', async () => {
		const similarTo = async (title: string) => {
			const { rows } = await t.db.execute<{ value: number }>(
				sql`select similarity('alpha beta gamma', ${title}) as value`,
			);
			return rows[0]?.value;
		};
		const [alike, unlike] = ['alpha delta gamma epsilon', 'alpha omikron epsilon sigma'];
		await sell([1, 2, 3], { title: alike, category: 'OTHERS' });
		await sell([900], { title: unlike, category: 'OTHERS' });

		expect(await similarTo(alike)).toBeGreaterThanOrEqual(0.4);
		expect(await similarTo(unlike)).toBeLessThan(0.4);
		expect(await guide({ title: 'alpha beta gamma', category: 'OTHERS' })).toMatchObject({
			count: 3,
		});
	});

	test('similar titles are found in Hindi too, and without regard to case and accents', async () => {
		await sell([60, 70, 80, 90, 100], { title: 'गणित की किताब', category: 'Books' });
		await sell([10, 20, 30, 40, 50], { title: 'CAFÉ FLASK', category: 'Essentials' });

		expect(await guide({ title: 'गणित की किताबें', category: 'Books' })).toMatchObject({
			median: 80,
		});
		expect(await guide({ title: 'cafe flask', category: 'Essentials' })).toMatchObject({
			median: 30,
		});
	});

	test('sold items of the same subject in the category count, whatever their title', async () => {
		const subjects = ['EC301'];
		await sell([100, 110, 120, 130, 140], { title: 'Oppenheim', category: 'Books', subjects });
		await sell([9000], { title: 'Oscilloscope', category: 'Electronics', subjects });

		const priceGuide = await guide({ title: 'Lathi', category: 'Books', subject: 'ec301' });

		expect(priceGuide).toMatchObject({ count: 5, median: 120 });
	});

	test('items that were free, sold over a year ago, banned, deleted or sold by a banned user do not count', async () => {
		const tent = { title: 'Camping tent', category: 'OTHERS' };
		const banned = await t.student({ bannedAt: new Date() });
		await sell([700, 710], tent);
		await sell([0], tent);
		await sell([1], { ...tent, soldAt: new Date(Date.now() - 367 * DAY_MS) });
		await sell([1], { ...tent, bannedAt: new Date() });
		await sell([1], { ...tent, deletedAt: new Date() });
		await sell([1], tent, { by: banned });

		expect(await guide({ title: 'Camping tent', category: 'OTHERS' })).toEqual({
			success: true,
			count: 2,
			enough: false,
		});
	});

	test('sales in the requested condition are found although a thousand newer sales are not in that condition', async () => {
		const soldAt = new Date(Date.now() - 30 * DAY_MS);
		const astrolabe = { title: 'Astrolabe', category: 'Instruments' };
		await sell([310, 320, 330, 340, 350], { ...astrolabe, condition: 'fair', soldAt });
		await sell([900, 910, 920, 930, 940], { ...astrolabe, condition: 'new' });
		await t.db.execute(sql`
			insert into items (seller_id, title, description, price, category, sold_at)
			select ${asker.id}, 'Ruler ' || n, 'As new.', 10, 'Instruments', now()
			from generate_series(1, 1000) as n`);

		const query = { title: 'astrolabe', category: 'Instruments', condition: 'fair' };
		expect(await guide(query)).toMatchObject({ count: 5, median: 330 });
	});

	test('the guide has no numbers for an unknown category, or without title, category and subject; invalid fields are refused by name', async () => {
		const nothing = { success: true, count: 0, enough: false };
		for (const [query, path, { code }] of [
			[{ subject: 'XX999' }, 'subject', ITEM_ERRORS.unknownSubject('XX999')],
			[{ condition: 'mint' }, 'condition', ITEM_ERRORS.condition],
			[{ title: 'x'.repeat(256) }, 'title', ITEM_ERRORS.title],
		] as const)
			expect(await guide({ category: 'Books', ...query })).toMatchObject({
				success: false,
				code,
				issues: [{ path, code }],
			});

		expect(await guide({ title: 'Mini drafter', category: 'Weapons' })).toEqual(nothing);
		expect(await guide({ title: '', category: '', condition: '', subject: '' })).toEqual(nothing);
		expect(await guide({})).toEqual(nothing);
	});
});
