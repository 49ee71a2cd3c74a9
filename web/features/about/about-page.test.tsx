import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { INITIAL_CATEGORIES } from '#contract/catalogue/facts.ts';
import { getPublicFeedback } from '#contract/feedback/endpoints.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { renderApp, renderPage } from '#tests/support/render-page.tsx';

const region = (name: string) => page.getByRole('region', { name });
const link = (name: string) => page.getByRole('main').getByRole('link', { name });
const footer = page.getByRole('contentinfo');

/** Each page of text, with the headings of its sections. */
const PAGES_OF_TEXT = [
	['/about', /^About /, ['Our story', 'What we care about', 'The team', 'Contact']],
	[
		'/rules',
		'Rules',
		[
			'What you may sell',
			'What you may not sell',
			'How to meet safely',
			'How we treat each other',
			'What happens to a report',
			'How to appeal',
		],
	],
	[
		'/privacy',
		'Privacy',
		[
			'What we keep, and what for',
			'Who sees it',
			'How long',
			'Get it, or delete it',
			'In your browser',
			'Mails',
			'Others',
		],
	],
] as const;

test.each(PAGES_OF_TEXT)(
	'the page %s shows each of its sections and is accessible',
	async (path, name, sections) => {
		await renderApp(path);
		await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
		await expect.element(footer.getByText('Write to us')).toBeVisible();

		for (const section of sections) await expect.element(region(section)).toBeVisible();

		await expectAccessible();
	},
);

test('the rules page gives an email address for appeals', async () => {
	await renderPage('/rules');

	const address = region('How to appeal').getByRole('link');
	await expect.element(address).toHaveAttribute('href', expect.stringMatching(/^mailto:/));
});

test('the privacy page says who sees which data, how to get or delete it, and how long the browser keeps it', async () => {
	await renderPage('/privacy');
	const points = (name: string) => region(name).getByRole('listitem');

	await expect
		.element(points('Who sees it').filter({ hasText: /^Administrators/ }))
		.toMatchTextContent(/email addresses and phone numbers/);
	await expect
		.element(points('Who sees it').filter({ hasText: /^Everyone/ }))
		.toMatchTextContent(/wanted posts.* reviews about you and by you/);
	for (const kind of ['Your deals', 'What you look for'])
		await expect
			.element(points('What we keep, and what for').filter({ hasText: kind }))
			.toBeVisible();
	await expect.element(region('Get it, or delete it')).toMatchTextContent(/Reviews that you wrote/);
	await expect.element(link('your account page').first()).toHaveAttribute('href', '/account');
	for (const [name, stays] of Object.entries({
		theme: 'for a year',
		'signed-in': 'for 30 days',
		'known-here': 'for a year',
		'pending-sign-in': 'ten minutes',
		passdown_line: 'until you close the browser',
		'Session storage': 'until you close the tab',
	})) {
		const point = points('In your browser').filter({ hasText: new RegExp(`^${name}`) });
		await expect.element(point).toMatchTextContent(new RegExp(stays));
	}
});

describe('the footer', () => {
	beforeEach(() => {
		fakeListing();
		fakeApi.answer(getPublicFeedback, { success: true, feedbacks: [] });
	});

	test('the footer links to pages, categories and contact addresses, and has a button that scrolls to the top', async () => {
		await renderApp('/rules');
		const linksOf = (name: string) =>
			footer.getByRole('navigation', { name }).getByRole('link').elements();
		await expect.element(footer.getByRole('link', { name: 'Rules' })).toBeVisible();

		const quick = linksOf('Quick links').map((one) => [one.textContent, one.getAttribute('href')]);
		expect(quick).toEqual([
			['Home', '/'],
			['Browse', '/category/All'],
			['Wanted', '/wanted'],
			['About Us', '/about'],
			['Feedback', '/feedback'],
			['Rules', '/rules'],
			['Privacy', '/privacy'],
		]);
		expect(linksOf('Categories').map(({ textContent }) => textContent)).toEqual([
			...INITIAL_CATEGORIES,
		]);
		expect(footer.element().querySelectorAll('a[href^="mailto:"], a[href^="tel:+"]')).toHaveLength(
			2,
		);
		footer.element().scrollIntoView();
		expect(window.scrollY).toBeGreaterThan(0);
		await footer.getByRole('button', { name: 'Scroll to top' }).click();
		await expect.poll(() => window.scrollY).toBe(0);
	});

	test('a footer link opens a page at the top and focuses the page’s heading', async () => {
		await renderApp('/about');

		await footer.getByRole('link', { name: 'Rules' }).click();

		await expect.element(page.getByRole('heading', { name: 'Rules', level: 1 })).toHaveFocus();
		expect(document.title).toMatch(/^Rules · /);
		await expect.poll(() => window.scrollY).toBe(0);
	});
});
