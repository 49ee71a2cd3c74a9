import { expect, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';

const t = await openApp({
	SITE_NAME: 'Books & More',
	PUBLIC_URL: 'https://market.example',
	TRUST_PROXY: '1',
});

test.each([
	['/about', 'About Us', 'Who makes Books &amp; More'],
	['/feedback', 'Share Your Feedback', 'what our users say'],
	['/rules', 'Rules', 'how to meet safely'],
	['/privacy', 'Privacy', 'how to get it or delete it'],
])('the page %s has its title and description before scripts run', async (path, title, words) => {
	const { body } = await t.app.inject(path);

	expect(body).toContain(`<title>${title} · Books &amp; More</title>`);
	expect(body).toMatch(new RegExp(`<meta name="description" content="[^"]*${words}[^"]*"`));
	expect(body).toContain(`<link rel="canonical" href="https://market.example${path}">`);
	expect(body).toContain(`<noscript><h1>${title}</h1>`);
});

test('the pages about, feedback, rules and privacy are in the sitemap', async () => {
	const { body } = await t.app.inject('/sitemap/pages.xml');

	for (const path of ['/about', '/feedback', '/rules', '/privacy']) {
		expect(body).toContain(`<loc>https://market.example${path}</loc>`);
	}
});
