import { describe, expect, test } from 'vitest';
import { getPerson } from '#contract/accounts/endpoints.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { callUrl } from '#contract/core/call-url.ts';
import { PAGES } from '#contract/core/pages.ts';
import { listItems } from '#contract/items/endpoints.ts';
import { openApp } from '#tests/support/app.ts';
import { personPages } from './pages.ts';

const t = await openApp({
	SITE_NAME: 'Passdown',
	PUBLIC_URL: 'https://market.example',
	TRUST_PROXY: '1',
});

describe('the HTML of a seller’s page', () => {
	test('a seller’s page contains name, item count and link preview for clients without JavaScript', async () => {
		const seller = await t.student({ userName: 'Meera & Co' });
		const { hashes } = await t.item(seller);

		const { statusCode, body } = await t.app.inject(`/people/${seller.id}`);

		expect(statusCode).toBe(200);
		expect(body).toContain('<title>Meera &amp; Co · Passdown</title>');
		expect(body).toContain('<noscript><h1>Meera &amp; Co</h1><p>');
		expect(body).toContain('content="Meera &amp; Co has 1 item on sale on Passdown."');
		expect(body).toContain('<meta property="og:type" content="profile">');
		expect(body).toContain(`https://market.example/photos/${hashes[0]}-1600.webp`);
		expect(body).toContain(
			`<link rel="canonical" href="https://market.example/people/${seller.id}">`,
		);
	});

	test('a seller’s page contains the responses to its first API requests, but no contact details of the seller', async () => {
		const phone = '+919811122233';
		const seller = await t.student({ userName: 'Ritu', phone });
		const { id } = await t.item(seller);

		const { body } = await t.app.inject(`/people/${seller.id}`);

		const block = /<script type="application\/json" id="first-answers">(.*?)<\/script>/s.exec(body);
		expect(JSON.parse(block?.[1] ?? '')).toMatchObject({
			[`/api/people/${seller.id}`]: { person: { userName: 'Ritu', onSale: 1 } },
			[`/api/items?seller=${seller.id}`]: { items: [{ id }] },
		});
		expect(body).not.toContain(seller.email);
		expect(body).not.toContain(phone);
	});

	test('the server preloads the API URLs that a seller’s page requests, even for an id with special characters', () => {
		const params = { id: '1 (one)' };
		const opened = { params, query: new URLSearchParams(), origin: 'https://market.example' };

		const addresses = personPages('Passdown')[PAGES.person]?.firstRequests(opened);

		expect(addresses).toEqual([
			callUrl(getPerson.path, { params }),
			callUrl(listItems.path, { query: { seller: params.id } }),
		]);
	});

	test.each(['2147483647', 'nobody', '0'])(
		'the page /people/%s of an unknown user has status 404',
		async (id) => {
			const { statusCode, body } = await t.app.inject(`/people/${id}`);

			expect(statusCode).toBe(404);
			expect(body).toContain(`<title>${AUTH_ERRORS.userNotFound.message} · Passdown</title>`);
		},
	);
});
