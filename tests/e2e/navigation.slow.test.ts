import { expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { delayRequests } from '#tests/support/delay-requests.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';
import { jpeg } from '#tests/support/test-images.ts';

const { visit } = await openBrowser();

test('a pressed link is marked as loading at once, until the new page appears or the user goes back', async () => {
	const page = await visit('/login');
	const logo = page.getByRole('banner').getByRole('link', { name: 'Passdown' });
	const followed = page.locator('a[data-followed]');
	const releaseRequests = await delayRequests(page, '**/home-page-*.js');

	await logo.click();
	await followed.waitFor();
	expect(await followed.getAttribute('href')).toBe('/');
	await page.goBack();
	await followed.waitFor({ state: 'detached' });
	await page.getByRole('heading', { level: 1 }).waitFor();
	await logo.click();
	await followed.waitFor();
	releaseRequests();

	await page.getByRole('heading', { name: 'Featured Products' }).waitFor();
	await followed.waitFor({ state: 'detached' });
});

test('going back after a reload restores the scroll position of the previous page', async () => {
	const page = await visit('/privacy');
	await page.evaluate(() => window.scrollTo(0, 600));
	const savedScroll = () => page.evaluate(() => window.history.state.scrolledTo);
	await expect.poll(savedScroll).toBe(600);
	const about = page.getByRole('contentinfo').getByRole('link', { name: 'About' }).first();
	// Clicked by script, so that it is not scrolled into view first.
	await about.evaluate((link: HTMLElement) => link.click());
	await page.waitForURL('/about');
	await page.reload();

	await page.goBack();

	await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(600);
});

test('hovering over an item prefetches all scripts of the item page, which then renders complete at once', async () => {
	await postItemAs(await signUpPerson());
	const page = await visit('/category/All');
	const scripts = ['item-page', 'item-late', 'item-rows'];
	const loaded = scripts.map((part) => page.waitForResponse(new RegExp(`/assets/${part}-`)));
	await page.locator('article a[href^="/item/"]').first().hover();
	await Promise.all(loaded);

	const sellerLinks = await page.evaluate(
		() =>
			new Promise<string[]>((resolve) => {
				const before = document.querySelector('main h1');
				const checkHeading = () => {
					const heading = document.querySelector('main h1');
					if (!heading || heading === before) return requestAnimationFrame(checkHeading);
					const links = document.querySelectorAll<HTMLAnchorElement>('main a[href^="/people/"]');
					return resolve([...links].map(({ innerText }) => innerText));
				};
				document.querySelector<HTMLElement>('main article a[href^="/item/"]')?.click();
				checkHeading();
			}),
	);

	expect(sellerLinks).toHaveLength(1);
});

test('a view transition moves the photo of a card into the item page; navigation to the seller page has no transition', async () => {
	const seller = await signUpPerson();
	const picture = [await jpeg({ width: 480, height: 360 })];
	const id = await postItemAs(seller, { title: 'Drafter that grows' }, picture);
	const page = await visit('/category/All?q=drafter+that+grows');
	await page.emulateMedia({ reducedMotion: 'no-preference' });
	await page.evaluate(() => {
		const begin = document.startViewTransition.bind(document);
		document.startViewTransition = (change) => {
			const transition = begin(change);
			void transition.ready.then(() => {
				const animatedPseudoElements = document.getAnimations().map(({ effect }) => {
					return effect instanceof KeyframeEffect ? (effect.pseudoElement ?? '') : '';
				});
				document.documentElement.dataset.animatedPseudoElements = [
					...new Set(animatedPseudoElements),
				].join(' ');
			});
			return transition;
		};
	});
	const readAnimatedPseudoElements = () =>
		page.evaluate(() => document.documentElement.dataset.animatedPseudoElements);

	await page.locator(`main a[href="/item/${id}"]`).first().click();
	await page.getByRole('heading', { level: 1, name: 'Drafter that grows' }).waitFor();

	await expect.poll(readAnimatedPseudoElements).toContain(`::view-transition-group(photo-${id})`);
	expect(await readAnimatedPseudoElements()).not.toContain('::view-transition-old(root)');
	await page.evaluate(() => delete document.documentElement.dataset.animatedPseudoElements);
	await page.locator('main a[href^="/people/"]').first().click();
	await page.waitForURL(/\/people\//);
	await page.locator(`main a[href="/item/${id}"]`).first().waitFor();
	expect(await readAnimatedPseudoElements()).toBeUndefined();
});
