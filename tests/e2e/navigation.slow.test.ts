import { expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { delayRequests } from '#tests/support/delay-requests.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
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

test('a visitor goes from an item to its seller, opens another item by keyboard, and returns with Back', async () => {
	const seller = await signUpPerson('Meera Nair');
	await postItemAs(seller, { title: 'Roller scale' });
	const item = await postItemAs(seller, { title: 'Slide rule', category: 'Instruments' });
	const page = await visit(`/item/${item}`, { width: 360 });
	const back = page.getByRole('link', { name: 'Back', exact: true });
	await page.getByRole('region', { name: 'Seller' }).getByRole('link').click();
	await page.waitForURL(`/people/${seller.id}`);
	await page.getByRole('heading', { name: 'Meera Nair', level: 1 }).waitFor();
	expect(await page.content()).not.toContain(seller.email);

	await page.getByRole('link', { name: 'Explore This Roller scale' }).focus();
	await page.keyboard.press('Enter');
	await expectFocus(page.getByRole('heading', { name: 'Roller scale', level: 1 }));
	expect(await page.evaluate(() => window.scrollY)).toBe(0);

	await back.click();
	await page.waitForURL(`/people/${seller.id}`);
	await page.goto(`/item/${item}`);
	await back.click();
	await page.waitForURL('/category/Instruments');
});
