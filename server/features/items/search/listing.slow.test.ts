import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { INITIAL_CATEGORIES } from '#contract/catalogue/facts.ts';
import { declaredErrorOf, PAGING_ERRORS } from '#contract/core/errors.ts';
import { SORTS } from '#contract/items/facts.ts';
import { LISTING_ERRORS } from '#contract/items/listing-errors.ts';
import type { Item } from '#contract/items/schemas.ts';
import { openListing } from '#tests/support/listing-app.ts';

const books = [
	{ title: 'Engineering Mathematics', price: 380, category: 'Books' },
	{ title: 'calculus made easy', price: 120, category: 'Books' },
	{
		title: 'Drafter',
		description: 'For mathematics and drawing',
		price: 240,
		category: 'Instruments',
	},
	{ title: 'Café guide', price: 380, category: 'OTHERS' },
	{ title: 'गणित की किताब', price: 60, category: 'Books' },
];
/** Shared by the tests, which only read it. */
const listing = await openListing(books);
const compoundWordListing = await openListing([
	{ title: 'H.C. Verma: Physics/Chemistry' },
	{
		title: 'Solved papers',
		description: 'With a Casio fx-991',
		details: { years: '1996–2025', exam: 'Other' },
	},
]);
const spellingListing = await openListing([
	{ title: 'Casio fx-991ES Plus, 2nd edition' },
	{ title: 'Casio FX 991 ES' },
	{ title: 'casio fx991es' },
	{ title: 'Programming in C++', description: 'For beginners of <stdio> and <b>bold</b>' },
	{ title: 'Programming in C#', description: 'Needs .NET' },
	{ title: 'Programming in C' },
	{ title: 'Desk\u00ADlamp for ex\u200Bams' },
	{ title: 'അവന്\u200D' },
	{ title: 'अध्याय ९९', description: 'क्\u200Dषमा' },
]);
const FX991 = ['Casio FX 991 ES', 'Casio fx-991ES Plus, 2nd edition', 'casio fx991es'];
/** The SQL of the migration that computes the words of stored items again. It can be run repeatedly. */
const FILL_WORDS = readFileSync('server/db/migrations/0069_search_spelling_filled.sql', 'utf8');

describe('full lists of items', () => {
	test('the list of a category, in any letter case, has its items, which are counted, “All” has all, and an unknown category none', async () => {
		const { t, ids, idsAt, get, seller } = await openListing(
			INITIAL_CATEGORIES.map((category) => ({ category })),
		);
		await t.item(seller, { category: 'Books', soldAt: new Date() });
		const countsOf = async () =>
			Object.fromEntries(
				(await get('/items/counts')).counts.map(
					({ category, total }: { category: string; total: number }) => [category, total],
				),
			);
		const oneEach = Object.fromEntries(INITIAL_CATEGORIES.map((category) => [category, 1]));

		for (const [index, category] of INITIAL_CATEGORIES.entries()) {
			for (const name of [category, category.toLowerCase()])
				expect(await idsAt(`/item/get-item-by-category/${name}`)).toEqual([ids[index]]);
			expect(await idsAt(`/items?category=${category.toUpperCase()}`)).toEqual([ids[index]]);
		}
		for (const all of ['All', 'all'])
			expect(await idsAt(`/item/get-item-by-category/${all}`)).toEqual(ids.toReversed());
		for (const unknown of ['Furniture', '%20', 'x'.repeat(301), 'x'.repeat(15_000)])
			expect(await get(`/item/get-item-by-category/${unknown}`)).toEqual([]);
		expect(await countsOf()).toEqual(oneEach);
		await t.item(seller, { category: 'PYQs' });
		expect(await countsOf()).toEqual({ ...oneEach, PYQs: 2 });
	});

	test('a list with a limit has at most 100 items, and a list without a limit can have more', async () => {
		const { t, seller, get } = await openListing([]);
		await t.db.execute(sql`
			insert into items (seller_id, title, description, price, category)
			select ${seller.id}, 'Lot ' || n, 'One of many', 100, 'Books' from generate_series(1, 102) as n`);

		expect(await get('/item/get-all-items?limit=5000')).toHaveLength(100);
		expect(await get('/item/get-all-items')).toHaveLength(102);
		expect((await get('/items?limit=99999999999')).items).toHaveLength(100);
	});
});

describe('pages of the listing', async () => {
	const { t, ids, seller, idsAt, get, search } = await openListing([...books, ...books, ...books]);

	test('in each sort order, the pages together have each item of the full list once and in order', async () => {
		for (const sort of SORTS) {
			const whole = await idsAt(`/items?sort=${sort}&limit=100`);

			const paged: number[] = [];
			let cursor: string | null = '';
			while (cursor !== null) {
				const page: { items: Item[]; nextCursor: string | null; total: number } = await get(
					`/items?sort=${sort}&limit=4${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
				);
				expect(page.total).toBe(15);
				paged.push(...page.items.map(({ id }) => id));
				cursor = page.nextCursor;
			}

			expect(paged, sort).toEqual(whole);
			expect(new Set(paged).size).toBe(15);
		}
	});

	test('after an item was added, the next page continues without gaps or repeats; the total is right after matching items are sold or added', async () => {
		/** Each call has another highest price, so that no cached response answers it. */
		const counted = async (price: number) =>
			(await search('drafter', `&limit=1&maxPrice=${price}`)).total;
		const ofDrafters = ids.filter((_, index) => books[index % books.length]?.title === 'Drafter');
		expect([await counted(9001), await counted(9002)]).toEqual([3, 3]);
		const first = await get('/items?limit=2');

		await t.item(seller, { title: 'Drafter' });
		const second = await get(`/items?limit=2&cursor=${first.nextCursor}`);
		const added = [await counted(9003), await counted(9004)];
		for (const id of ofDrafters.slice(1)) await t.as(seller).patch(`/item/mark-as-sold/${id}`);

		expect(second.items.map(({ id }: Item) => id)).toEqual(ids.toReversed().slice(2, 4));
		expect(added).toEqual([4, 4]);
		expect([await counted(9005), await counted(9006)]).toEqual([2, 2]);
	});

	test('the items are sorted in the requested order', async () => {
		const column = async (sort: string, field: 'price' | 'title' | 'id') =>
			(await listing.get(`/items?sort=${sort}`)).items.map((item: Item) => item[field]);

		expect(await column('price-asc', 'price')).toEqual([60, 120, 240, 380, 380]);
		expect(await column('price-desc', 'price')).toEqual([380, 380, 240, 120, 60]);
		const titles = await column('name', 'title');
		expect(titles.slice(0, 4)).toEqual([
			'Café guide',
			'calculus made easy',
			'Drafter',
			'Engineering Mathematics',
		]);
		const ids = await column('newest', 'id');
		expect(ids).toEqual([...ids].sort((one, other) => other - one));
	});
});

describe('searches in the listing', () => {
	test.each([
		['mathematics', ['Engineering Mathematics', 'Drafter']],
		['MATHEMATIC', ['Engineering Mathematics', 'Drafter']],
		['engineeri', ['Engineering Mathematics']],
		['engineering mathematics', ['Engineering Mathematics']],
		['cafe', ['Café guide']],
		['गणित', ['गणित की किताब']],
		['किता', ['गणित की किताब']],
		['drawing mathematics', ['Drafter']],
		["o'clock & | ! <-> :*", []],
		['???', []],
		['bicycle', []],
	])('a search for "%s" finds the items that have every word', async (text, titles) => {
		const { items, total } = await listing.get(`/items?q=${encodeURIComponent(text)}`);

		const found = items.map(({ title }: Item) => title);
		expect(found.sort()).toEqual([...titles].sort());
		expect(total).toBe(titles.length);
	});

	test.each([
		['H.C. Verma', ['H.C. Verma: Physics/Chemistry']],
		['h c verma', ['H.C. Verma: Physics/Chemistry']],
		['chem', ['H.C. Verma: Physics/Chemistry']],
		['fx-991', ['Solved papers']],
		['991', ['Solved papers']],
		['1996–2025', ['Solved papers']],
		['2025', ['Solved papers']],
		['Other', ['Solved papers']],
		['the other', []],
	])('a search for "%s" finds items by each part of their words', async (text, titles) => {
		const { items } = await compoundWordListing.get(`/items?q=${encodeURIComponent(text)}`);

		expect(items.map(({ title }: Item) => title)).toEqual(titles);
	});

	test.each([
		['fx991', FX991],
		['fx 991 es', FX991],
		['fx-991ES', FX991],
		['fx991es casio', FX991],
		['FX991E', FX991],
		['fx-९९१', FX991],
		['2nd edition', ['Casio fx-991ES Plus, 2nd edition']],
		['c++', ['Programming in C++']],
		['C# programming', ['Programming in C#']],
		['.net', ['Programming in C#']],
		['programming c', ['Programming in C', 'Programming in C#', 'Programming in C++']],
		['stdio', ['Programming in C++']],
		['bold', ['Programming in C++']],
		['desklamp exams', ['Desk\u00ADlamp for ex\u200Bams']],
		['desk\u200Clamp', ['Desk\u00ADlamp for ex\u200Bams']],
		['അവ\u0D7B', ['അവന്\u200D']],
		['क्षमा 99', ['अध्याय ९९']],
		['अध्याय ９９', ['अध्याय ९९']],
	])('a search for "%s" finds words that are spelt in another way', async (text, titles) => {
		const { items } = await spellingListing.search(text);

		expect(items.map(({ title }: Item) => title).sort()).toEqual(titles);
	});

	test('after a migration, older items that were stored without word parts are found by the parts of their words', async () => {
		const { t, idsAt, ids } = await openListing([{ title: 'H.C. Verma' }, { title: 'Lab /work' }]);
		await t.db.execute(sql`update items set search = search_vector(title, description)`);
		await t.db.execute(sql`delete from title_words where word in ('h', 'c', 'work')`);
		expect(await idsAt('/items?q=h%20c')).toEqual([]);
		expect(await idsAt('/items?q=work')).toEqual([]);

		await t.db.$client.query(FILL_WORDS);

		expect(await idsAt('/items?q=h%20c')).toEqual(ids.slice(0, 1));
		expect(await idsAt('/items?q=work')).toEqual(ids.slice(1));
		const { rows } = await t.db.execute(sql`select word from title_words where word in ('h', 'c')`);
		expect(rows).toHaveLength(2);
	});

	test('in the order of the best match, items with the words in their titles come first, over several pages', async () => {
		const { ids, get } = await openListing([
			{ title: 'Casio calculator', description: 'A calculator' },
			{ title: 'Calculator' },
			{ title: 'Box', description: 'For a casio calculator' },
		]);
		const query = '/items?q=casio%20calculator&sort=best-match&limit=1';
		const { items, nextCursor } = await get(query.replace('limit=1', 'limit=2'));
		expect(items.map(({ id }: Item) => id)).toEqual([ids[0], ids[2]]);
		expect(nextCursor).toBeNull();

		const first = await get(query);
		const second = await get(`${query}&cursor=${first.nextCursor}`);

		expect([first, second].map((one) => one.items[0].id)).toEqual([ids[0], ids[2]]);
	});

	test('a search works in the full lists and within a category', async () => {
		const { ids, idsAt } = listing;

		expect(await idsAt('/item/get-all-items?q=calculus')).toEqual([ids[1]]);
		expect(await idsAt('/item/get-item-by-category/Books?q=mathematics&sort=name')).toEqual([
			ids[0],
		]);
		expect(await idsAt('/items?category=Instruments&q=mathematics')).toEqual([ids[2]]);
		expect(await idsAt('/items?category=All&q=')).toHaveLength(5);
	});
});

describe('invalid parameters of the listing', () => {
	test.each([
		['sort=best', 'sort', LISTING_ERRORS.badSort.message],
		['limit=0', 'limit', LISTING_ERRORS.badLimit.message],
		['limit=many', 'limit', LISTING_ERRORS.badLimit.message],
		['limit=1&limit=2', 'limit', LISTING_ERRORS.badLimit.message],
		['minPrice=cheap', 'minPrice', LISTING_ERRORS.badPriceRange.message],
		['cursor=abc', 'cursor', PAGING_ERRORS.badCursor.message],
		['cursor=', 'cursor', PAGING_ERRORS.badCursor.message],
		[
			`cursor=${Buffer.from('["name",1,null,0]').toString('base64url')}`,
			'cursor',
			PAGING_ERRORS.badCursor.message,
		],
		[
			`cursor=${Buffer.from('["newest",-1,null,0]').toString('base64url')}`,
			'cursor',
			PAGING_ERRORS.badCursor.message,
		],
		[
			`sort=name&cursor=${Buffer.from('["name",1,"\\u0000",5]').toString('base64url')}`,
			'cursor',
			PAGING_ERRORS.badCursor.message,
		],
		['q=%00', 'q', 'Text contains characters that cannot be stored.'],
	])(
		'a request with the invalid query “%s” is refused, and the error names the parameter at fault',
		async (query, path, message) => {
			const res = await listing.t.as(null).get(`/items?${query}`);

			expect(res.statusCode).toBe(400);
			expect(res.json()).toMatchObject({
				success: false,
				...declaredErrorOf(message),
				issues: [{ path, ...declaredErrorOf(message) }],
			});
		},
	);
});
