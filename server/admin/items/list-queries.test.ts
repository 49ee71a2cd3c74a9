import { expect, test } from 'vitest';
import { items } from '#server/db/schema/items.ts';
import { synonymsOf } from '#server/features/items/search/synonyms.ts';
import { openApp } from '#tests/support/app.ts';
import { ITEM_FIELDS } from '#tests/support/factories.ts';
import { findItemPage, streamItems } from './list-queries.ts';

const t = await openApp();

const textOf = (text: string) => ({
	text,
	synonyms: synonymsOf({ searchWords: [], subjects: [] }),
});

test('an export of items in several batches contains every item once and in order, for every sort order', async () => {
	const seller = await t.student();
	const prices = [5, 3, 5, 1, 3];
	for (const [index, price] of prices.entries()) {
		await t.item(seller, { price, soldAt: index % 2 === 0 ? new Date() : null });
	}

	for (const sort of ['newest', 'oldest', 'dearest', 'cheapest'] as const) {
		const inBatches = (await Array.fromAsync(streamItems(t.db, {}, sort, 2))).flat();
		expect(inBatches).toHaveLength(prices.length);
		expect([inBatches]).toEqual(await Array.fromAsync(streamItems(t.db, {}, sort, 100)));
	}
});

test('admin searches of items by a common word and by a rare word return complete pages in every sort order', async () => {
	const [commonWord, rareWord] = ['Clavichord', 'Ophicleide'];
	const seller = await t.student();
	const rows = Array.from({ length: 90 }, (_, index) => ({
		...ITEM_FIELDS,
		title: index < 88 ? commonWord : rareWord,
		sellerId: seller.id,
		soldAt: index % 3 === 0 ? new Date() : null,
		bannedAt: index % 5 === 0 ? new Date() : null,
	}));
	await t.db.insert(items).values(rows);

	// A common text is found by reading rows in the sort order, a rare one from the index of texts.
	for (const sort of ['newest', 'oldest', 'dearest', 'cheapest'] as const) {
		const common = await findItemPage(t.db, { search: textOf(commonWord) }, sort, {
			page: 3,
			limit: 40,
		});
		const rare = await findItemPage(t.db, { search: textOf(rareWord) }, sort, {
			page: 1,
			limit: 40,
		});
		expect([common.found, common.entries.length]).toEqual([88, 8]);
		expect([rare.found, rare.entries.length]).toEqual([2, 2]);
	}
});
