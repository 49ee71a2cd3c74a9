import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/drizzle.ts';
import { items } from '#server/db/schema/items.ts';
import { compileWords } from '#server/features/items/matching/queries.ts';
import { openListing, titlesOf } from '#tests/support/listing-app.ts';

const WORDS = '/admin/catalogue/search-words';
/** A Hindi word as keyboards type it: with a letter and its dot as two characters, or as one. */
const READING = 'पढ\u093Cाई';
const READING_ONE_CHARACTER = 'प\u095Dाई';

const TITLES_FOR_IT = ['IT lab manual', 'IT notes', 'Information technology basics', 'Mug'];

/** Shared by the tests, which only read it. */
const { t, get, search } = await openListing([
	{ title: 'IT lab manual' },
	{ title: 'IT notes' },
	{ title: 'Information technology basics' },
	{ title: 'Lab coat' },
	{ title: 'Mug', details: { brand: 'IT' } },
	{ title: 'Arduino', description: 'For the internet of things' },
	{ title: 'Sensor kit for IoT' },
	{ title: 'Study table' },
	{ title: `${READING} की मेज` },
]);

beforeAll(async () => {
	const superAdmin = await t.admin({ roleLevel: 'super_admin' });
	const { version, searchWords } = (await t.as(superAdmin).get(WORDS)).json();
	const groups = [
		['it', 'information technology'],
		['iot', 'internet of things'],
		[`${READING_ONE_CHARACTER} की मेज`, 'study table'],
	];
	const res = await t
		.as(superAdmin)
		.put(WORDS, { version, searchWords: [...searchWords, ...groups] });
	expect(res.statusCode).toBe(200);
});

test('a search finds items with any of the synonyms that contain an English or a Hindi stop word', async () => {
	const table = [`${READING} की मेज`, 'Study table'];
	for (const [q, titles] of [
		['it notes', ['IT notes']],
		['IT', TITLES_FOR_IT.toReversed()],
		['its', ['Information technology basics']],
		['information technology', TITLES_FOR_IT.toReversed()],
		['information technology lab', ['IT lab manual']],
		['lab it', ['IT lab manual']],
		['iot', ['Sensor kit for IoT', 'Arduino']],
		['internet of things', ['Sensor kit for IoT', 'Arduino']],
		[`${READING} की मेज`, table],
		[`${READING_ONE_CHARACTER} की मेज`, table],
		[`${READING} मेज`, table],
		['study table', table],
	] as const) {
		const { items: found, total } = await search(q);

		expect(titlesOf(found), q).toEqual(titles);
		expect(total, q).toBe(titles.length);
	}
});

test('the suggestions are titles with any of the synonyms that contain an English stop word', async () => {
	const titlesForIt = ['IT lab manual', 'IT notes', 'Information technology basics'];
	for (const [q, titles] of [
		['information technology', titlesForIt],
		['it', titlesForIt],
		['it note', ['IT notes']],
	] as const) {
		const { suggestions } = await get(`/items/suggestions?q=${encodeURIComponent(q)}`);

		expect(titlesOf(suggestions)?.toSorted(), q).toEqual(titles);
	}
});

test('a saved search finds items with any of the synonyms that contain an English stop word', async () => {
	const vocabulary = { searchWords: [['it', 'information technology']], subjects: [] };
	for (const [q, titles] of [
		['it notes', ['IT notes']],
		['information technology', TITLES_FOR_IT],
	] as const) {
		const [query] = await compileWords(t.db, [q], vocabulary);

		const found = await t.db
			.select({ title: items.title })
			.from(items)
			.where(sql`${items.search} @@ ${query}::tsquery`)
			.orderBy(items.id);
		expect(
			found.map(({ title }) => title),
			q,
		).toEqual(titles);
	}
});
