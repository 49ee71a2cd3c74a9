import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { LISTING_MESSAGES } from '#contract/items/listing-messages.ts';
import { sql } from '#server/db/drizzle.ts';
import { openApp } from '#tests/support/app.ts';
import { waitForCatalogue } from '#tests/support/catalogue-changes.ts';

const t = await openApp({
	SITE_NAME: 'Passdown',
	PUBLIC_URL: 'https://market.example',
	TRUST_PROXY: '1',
});
const seller = await t.student({ userName: 'Meera' });

const parseDataBlocks = (page: string) =>
	[...page.matchAll(/<script type="application\/(?:ld\+)?json"[^>]*>(.*?)<\/script>/gs)].map(
		([, json]) => JSON.parse(json ?? ''),
	);

describe('HTML of an item’s page', () => {
	test('an item’s page has title, price, picture and description for browsers without scripts', async () => {
		const { id, hashes } = await t.item(seller, { title: 'Drafter', price: 1240.5 });

		const page = await t.app.inject(`/item/${id}`);

		expect(page.statusCode).toBe(200);
		const withoutScript = /<noscript>(.*?)<\/noscript>/s.exec(page.body)?.[1];
		expect(withoutScript).toContain('<h1>Drafter</h1>');
		expect(withoutScript).toContain('₹1,240.50');
		expect(withoutScript).toContain('Two semesters old, all keys fine.');
		expect(withoutScript).toContain(`/photos/${hashes[0]}-640.webp`);
	});

	test('when a rate limit refuses the API request for an item’s page, the page does not say that the item was not found', async () => {
		const { id } = await t.item(seller, { title: 'Drafter' });
		const inject = t.app.inject.bind(t.app);
		const refused = await inject('/api/nothing');
		vi.spyOn(t.app, 'inject').mockResolvedValue(Object.assign(refused, { statusCode: 429 }));
		onTestFinished(() => void vi.restoreAllMocks());

		const page = await inject(`/item/${id}`);

		expect(page.statusCode).toBe(200);
		expect(page.body).not.toContain(ITEM_ERRORS.notFound.message);
	});

	test('an item’s page has a link preview, a schema.org Product with absolute addresses and the response of its first API request', async () => {
		const { id, hashes } = await t.item(seller, { title: 'Drafter', price: 240 });

		const { body } = await t.app.inject(`/item/${id}`);

		const apiPath = `/api/item/get-item-details/${id}`;
		const answered = (await t.app.inject(apiPath)).json();
		expect(parseDataBlocks(body)[1]).toMatchObject({ [apiPath]: answered });
		expect(body).toContain('<title>Drafter · ₹240 · Passdown</title>');
		expect(body).toContain('<meta property="og:title" content="Drafter · ₹240">');
		const cover = `https://market.example/photos/${hashes[0]}-1600.webp`;
		const jpeg = `https://market.example/photos/${hashes[0]}-640.jpg`;
		expect(body).toContain(`<meta property="og:image" content="${jpeg}">`);
		expect(body).toContain(`<link rel="canonical" href="https://market.example/item/${id}">`);
		expect(parseDataBlocks(body)[0]).toMatchObject({
			'@type': 'Product',
			name: 'Drafter',
			image: [cover],
			offers: {
				price: '240.00',
				priceCurrency: 'INR',
				availability: 'https://schema.org/InStock',
				seller: { name: 'Meera' },
			},
		});
	});

	test('the schema.org data of a book has its ISBN and condition, and that of a sold item says so', async () => {
		const details = { isbn: '9780138147570', author: 'Oppenheim' };
		const { id } = await t.item(seller, { category: 'Books', condition: 'for-parts', details });
		const soldAt = new Date();
		const other = await t.item(seller, { category: 'Instruments', details, soldAt });

		const [product] = parseDataBlocks((await t.app.inject(`/item/${id}`)).body);
		const [instrument] = parseDataBlocks((await t.app.inject(`/item/${other.id}`)).body);

		expect(product).toMatchObject({
			isbn: '9780138147570',
			offers: { itemCondition: 'https://schema.org/DamagedCondition' },
		});
		expect(instrument).not.toHaveProperty('isbn');
		expect(instrument.offers.availability).toBe('https://schema.org/SoldOut');
	});

	test('texts written by users are escaped', async () => {
		// `$&`, $` and $' have a meaning in the replacement text of String.replace.
		const title = '</script><script>alert(1)</script>"$&';
		const { id } = await t.item(seller, { title, description: "$` <img src=x> $'" });

		const { body } = await t.app.inject(`/item/${id}`);

		expect(body).not.toContain('<script>alert');
		expect(body).not.toContain('<img src=x>');
		expect(parseDataBlocks(body)[0].name).toBe(title);
		expect(parseDataBlocks(body)[0].description).toBe("$` <img src=x> $'");
	});

	test('paths that belong to no item have status 404', async () => {
		for (const id of ['2147483647', 'abc', '0', '01', '1%2F..']) {
			const page = await t.app.inject(`/item/${id}`);

			expect(page.statusCode, id).toBe(404);
			expect(page.headers['content-type']).toContain('text/html');
		}
	});
});

test('the HTML of the home page contains the API responses for featured items and for item counts', async () => {
	await t.item(seller, { title: 'Kettle' });

	const [queryData] = parseDataBlocks((await t.app.inject('/')).body);

	const featured = queryData['/api/item/get-all-items?limit=16'];
	expect(featured[0].title).toBe('Kettle');
	expect(queryData['/api/items/counts']).toEqual((await t.app.inject('/api/items/counts')).json());
});

test('an item’s page preloads its own scripts, but not those that every page loads', async () => {
	const { id } = await t.item(seller);

	const { body } = await t.app.inject(`/item/${id}`);

	const early = [...body.matchAll(/<link rel="modulepreload" crossorigin href="(.*?)">/g)];
	expect(early.map(([, href]) => href)).toEqual(['/assets/item-page-1.js', '/assets/item-1.js']);
});

describe('HTML of a category’s page', () => {
	test('the page of an unknown category has status 404 and does not repeat the name', async () => {
		for (const category of ['Free money', '"><script>']) {
			const page = await t.app.inject(`/category/${encodeURIComponent(category)}`);

			expect(page.statusCode).toBe(404);
			expect(page.body).toContain(`<title>${LISTING_MESSAGES.noCategory}`);
			expect(page.body).not.toContain(category);
		}
	});

	test('a category’s page, in any letter case, contains the API response that it needs first, preloads the first pictures and escapes a search text', async () => {
		const { hashes } = await t.item(seller, { title: 'Signals & Systems', category: 'Books' });

		const { body } = await t.app.inject('/category/bOOks?sort=nonsense&n=3');

		const [queryData] = parseDataBlocks(body);
		const [first] = queryData['/api/items?category=Books&sort=newest'].items;
		expect(first.title).toBe('Signals & Systems');
		expect(body).toMatch(
			new RegExp(
				`<link rel="preload" as="image" imagesrcset="https://market.example/photos/${hashes[0]}-320.webp 320w`,
			),
		);
		expect(body).toContain('<title>Books · Passdown</title>');
		expect(body).toContain('<link rel="canonical" href="https://market.example/category/Books">');
		expect(body).toContain('Signals &amp; Systems</a>');
		const searched = (await t.app.inject('/category/Books?q=%3Cb%3Ekettle')).body;
		expect(searched).toContain('<title>Results for “&lt;b&gt;kettle” in Books · Passdown</title>');
		expect(searched).toContain('<h1>Results for “&lt;b&gt;kettle”</h1>');
	});

	test('a category’s page accepts the codes of a subject and a branch in any letter case, and ignores an unknown subject', async () => {
		await t.db.execute(sql`insert into branches values ('EC', 'Electronics', 0)`);
		await t.db.execute(sql`insert into subjects values ('EC-301', 'Signals', 'EC', 3, 0)`);
		await waitForCatalogue(t, ({ subjects }) => subjects.length > 0);
		const apiPathsOf = async (query: string) =>
			Object.keys(parseDataBlocks((await t.app.inject(`/category/Books?${query}`)).body).at(-1));

		expect(await apiPathsOf('subject=ec-301')).toEqual(
			expect.arrayContaining([
				'/api/items?category=Books&sort=newest&subject=EC-301',
				'/api/catalogue',
			]),
		);
		expect(await apiPathsOf('subject=XX999&branch=ec')).toEqual(
			expect.arrayContaining(['/api/items?category=Books&sort=newest&branch=EC', '/api/catalogue']),
		);
		expect(await apiPathsOf('semester=3')).not.toContain('/api/catalogue');
	});
});
