import { expect, test } from 'vitest';
import { items } from '#server/db/schema/items.ts';
import { synonymsOf } from '#server/features/items/search/synonyms.ts';
import { openApp } from '#tests/support/app.ts';
import { ITEM_FIELDS } from '#tests/support/factories.ts';
import { findItemPage } from './list-queries.ts';

const t = await openApp();

const textOf = (text: string) => ({
	text,
	synonyms: synonymsOf({ searchWords: [], subjects: [] }),
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
