import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { INITIAL_CATEGORIES } from '#contract/catalogue/facts.ts';
import { declaredErrorOf, PAGING_ERRORS } from '#contract/core/errors.ts';
import { SORTS } from '#contract/items/facts.ts';
import { LISTING_ERRORS } from '#contract/items/listing-errors.ts';
import type { Item } from '#contract/items/schemas.ts';
import { sql } from '#server/db/drizzle.ts';
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
	/** The searches that find other titles than expected, or another number of them, with what they find. */
	async function foundBy(
		{ search }: Pick<typeof listing, 'search'>,
		expected: Record<string, string[]>,
	) {
		const wrong = [];
		for (const [text, titles] of Object.entries(expected)) {
			const { items, total } = await search(text);
			const found = items.map(({ title }: Item) => title).sort();
			const isRight = JSON.stringify(found) === JSON.stringify(titles) && total === titles.length;
			if (!isRight) wrong.push({ text, found, total });
		}
		return wrong;
	}

	test('a search finds the items that have every word', async () => {
		expect(
			await foundBy(listing, {
				mathematics: ['Drafter', 'Engineering Mathematics'],
				MATHEMATIC: ['Drafter', 'Engineering Mathematics'],
				engineeri: ['Engineering Mathematics'],
				'engineering mathematics': ['Engineering Mathematics'],
				cafe: ['Café guide'],
				गणित: ['गणित की किताब'],
				किता: ['गणित की किताब'],
				'drawing mathematics': ['Drafter'],
				"o'clock & | ! <-> :*": [],
				'???': [],
				bicycle: [],
			}),
		).toEqual([]);
	});

	test('a search finds items by each part of their words', async () => {
		const [verma, papers] = [['H.C. Verma: Physics/Chemistry'], ['Solved papers']];
		expect(
			await foundBy(compoundWordListing, {
				'H.C. Verma': verma,
				'h c verma': verma,
				chem: verma,
				'fx-991': papers,
				'991': papers,
				'1996–2025': papers,
				'2025': papers,
				Other: papers,
				'the other': [],
			}),
		).toEqual([]);
	});

	test('a search finds words that are spelt in another way', async () => {
		const lamp = ['Desk\u00ADlamp for ex\u200Bams'];
		expect(
			await foundBy(spellingListing, {
				fx991: FX991,
				'fx 991 es': FX991,
				'fx-991ES': FX991,
				'fx991es casio': FX991,
				FX991E: FX991,
				'fx-९९१': FX991,
				'2nd edition': ['Casio fx-991ES Plus, 2nd edition'],
				'c++': ['Programming in C++'],
				'C# programming': ['Programming in C#'],
				'.net': ['Programming in C#'],
				'programming c': ['Programming in C', 'Programming in C#', 'Programming in C++'],
				stdio: ['Programming in C++'],
				bold: ['Programming in C++'],
				'desklamp exams': lamp,
				'desk\u200Clamp': lamp,
				'അവ\u0D7B': ['അവന്\u200D'],
				'क्षमा 99': ['अध्याय ९९'],
				'अध्याय ９９': ['अध्याय ९९'],
			}),
		).toEqual([]);
	});

	test('after a migration, older items that were stored without word parts are found by the parts of their words', async () => {
		const { t, idsAt, ids } = await openListing([{ title: 'H.C. Verma' }, { title: 'Lab /work' }]);
		await t.db.execute(sql`update items set search = search_vector(title, description)`);
		await t.db.execute(sql`delete from title_words where word in ('h', 'c', 'work')`);
		expect(await idsAt('/items?q=h%20c')).toEqual([]);
		expect(await idsAt('/items?q=work')).toEqual([]);

		await t.db.execute(sql.raw(FILL_WORDS));

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

test('a request with an invalid parameter of the listing is refused, and the error names it', async () => {
	const cursorOf = (position: string) => Buffer.from(position).toString('base64url');
	const badText = 'Text contains characters that cannot be stored.';
	for (const [path, message, queries] of [
		['sort', LISTING_ERRORS.badSort.message, ['sort=best']],
		['limit', LISTING_ERRORS.badLimit.message, ['limit=0', 'limit=many', 'limit=1&limit=2']],
		['minPrice', LISTING_ERRORS.badPriceRange.message, ['minPrice=cheap']],
		[
			'cursor',
			PAGING_ERRORS.badCursor.message,
			[
				'cursor=abc',
				'cursor=',
				`cursor=${cursorOf('["name",1,null,0]')}`,
				`cursor=${cursorOf('["newest",-1,null,0]')}`,
				`sort=name&cursor=${cursorOf('["name",1,"\\u0000",5]')}`,
			],
		],
		['q', badText, ['q=%00']],
	] as const)
		for (const query of queries) {
			const res = await listing.t.as(null).get(`/items?${query}`);

			expect(res.statusCode, query).toBe(400);
			expect(res.json()).toMatchObject({
				success: false,
				...declaredErrorOf(message),
				issues: [{ path, ...declaredErrorOf(message) }],
			});
		}
});
