import { expect, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';

const t = await openApp({ PUBLIC_URL: 'https://market.example', TRUST_PROXY: '1' });
const addressesIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);

test('robots.txt names the sitemap and excludes the API', async () => {
	const res = await t.app.inject('/robots.txt');

	expect(res.headers['content-type']).toContain('text/plain');
	expect(res.body).toContain('Disallow: /api/');
	expect(res.body).toContain('Sitemap: https://market.example/sitemap.xml');
});

test('the sitemap lists every item on sale and no other item', async () => {
	const seller = await t.student();
	const onSale = await t.item(seller);
	await t.item(seller, { soldAt: new Date() });
	await t.item(seller, { bannedAt: new Date() });
	await t.item(await t.student({ bannedAt: new Date() }));

	const index = await t.app.inject('/sitemap.xml');
	const parts = addressesIn(index.body);
	const pages = await Promise.all(parts.map((part) => t.app.inject(new URL(part ?? '').pathname)));

	const listed = pages.flatMap(({ body }) => addressesIn(body));
	expect(listed.filter((address) => address?.includes('/item/'))).toEqual([
		`https://market.example/item/${onSale.id}`,
	]);
	expect(listed).toContain('https://market.example/category/Books');
});

test('a sitemap part without items has no addresses, and a part beyond the largest id or without a number answers 404', async () => {
	const empty = await t.app.inject('/sitemap/99.xml');
	expect(empty.statusCode).toBe(200);
	expect(empty.headers['content-type']).toContain('application/xml');
	expect(empty.body).toMatch(/<urlset [^>]*>\s*<\/urlset>\s*$/);
	expect((await t.app.inject('/sitemap/42949.xml')).statusCode).toBe(404);
	expect((await t.app.inject('/sitemap/99999.xml')).statusCode).toBe(404);
	expect((await t.app.inject('/sitemap/all.xml')).statusCode).toBe(404);
	expect((await t.app.inject('/sitemap/9999999999.xml')).statusCode).toBe(404);
});
