import { expect, test } from 'vitest';
import { sql } from '#server/db/drizzle.ts';
import { waitForCatalogue } from '#tests/support/catalogue-changes.ts';
import { openListing } from '#tests/support/listing-app.ts';
import { subjectAt, subjectCodesOf } from './tsqueries.ts';

/** Shared by the tests, which only read it. */
const { t, get } = await openListing([
	{ title: 'Oppenheim', subjects: ['EC301'] },
	{ title: 'Boylestad', subjects: ['EC-305'] },
	{ title: 'Grewal', subjects: ['MA-101'], details: { author: 'B.S. Grewal' } },
	{ title: 'Lamp', description: 'EC rated, 30 W' },
]);
await t.db.execute(sql`
	insert into branches values ('EC', 'Electronics', 0)`);
await t.db.execute(sql`insert into subjects values
	('EC301', 'Signals', 'EC', 3, 0), ('EC-305', 'Circuits', 'EC', 3, 1), ('MA-101', 'Calculus', 'EC', 1, 2)`);
await waitForCatalogue(t, ({ subjects }) => subjects.length > 0);

test.each([
	['ec301', ['Oppenheim']],
	['EC-301', ['Oppenheim']],
	['ec 301', ['Oppenheim']],
	['ec30', ['Boylestad', 'Oppenheim']],
	// The hyphen makes two words, which the description of the lamp has as well.
	['EC-30', ['Lamp', 'Boylestad', 'Oppenheim']],
	['ec305', ['Boylestad']],
	['oppenheim ec3', ['Oppenheim']],
	['ma101 grewal', ['Grewal']],
	['ma-101 grewal', ['Grewal']],
	['ma101 B.S. Grewal', ['Grewal']],
])('a search for "%s" finds items by their subject codes', async (q, titles) => {
	const { items, total } = await get(`/items?q=${encodeURIComponent(q)}`);

	expect(items.map(({ title }: { title: string }) => title)).toEqual(titles);
	expect(total).toBe(titles.length);
});

test('the beginning of a subject code matches only at the end of a search, and only if long and rare enough', () => {
	const codes = subjectCodesOf([
		{ code: 'EC-301' },
		{ code: 'ec302' },
		...Array.from({ length: 41 }, (_, index) => ({ code: `ME${index + 100}` })),
	]);

	expect(subjectAt(['ec', '30'], 0, codes)).toEqual({
		terms: ['ec', '30'],
		synonyms: [['ec301'], ['ec302']],
	});
	expect(subjectAt(['ec30', 'notes'], 0, codes)).toBeUndefined();
	expect(subjectAt(['EC', '301', 'notes'], 0, codes)?.synonyms).toEqual([['ec301']]);
	expect(subjectAt(['ec'], 0, codes)).toBeUndefined();
	expect(subjectAt(['me1'], 0, codes)).toBeUndefined();
	expect(subjectAt(['me14'], 0, codes)?.synonyms).toEqual([['me140']]);
});
