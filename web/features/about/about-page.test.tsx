import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { INITIAL_CATEGORIES } from '#contract/catalogue/facts.ts';
import { getPublicFeedback } from '#contract/feedback/endpoints.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { renderApp, renderPage } from '#tests/support/render-page.tsx';

const region = (name: string) => page.getByRole('region', { name });
const link = (name: string) => page.getByRole('main').getByRole('link', { name });
const footer = page.getByRole('contentinfo');

test('the privacy page says how to get or delete one’s data, and how long the browser keeps what', async () => {
	await renderPage('/privacy');
	const points = region('In your browser').getByRole('listitem');

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
		const point = points.filter({ hasText: new RegExp(`^${name}`) });
		await expect.element(point).toMatchTextContent(new RegExp(stays));
	}
});

test('the footer links to pages, categories and contact addresses, and has a button that scrolls to the top', async () => {
	fakeListing();
	fakeApi.answer(getPublicFeedback, { success: true, feedbacks: [] });
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
	expect(footer.element().querySelectorAll('a[href^="mailto:"], a[href^="tel:+"]')).toHaveLength(2);
	footer.element().scrollIntoView();
	expect(window.scrollY).toBeGreaterThan(0);
	await footer.getByRole('button', { name: 'Scroll to top' }).click();
	await expect.poll(() => window.scrollY).toBe(0);
});
