import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { scrollToEnd } from '#tests/support/page-navigation.ts';
import {
	deleteAccount,
	markSoldAs,
	type Person,
	postItemAs,
	signUpPerson,
} from '#tests/support/people.ts';
import { jpeg } from '#tests/support/test-images.ts';

const { visit } = await openBrowser();

const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorffwelchevoraltern';
const A_PAGE = 24;

async function postMany(person: Person, count: number): Promise<void> {
	const pictures = [await jpeg({ width: 320, height: 240 })];
	for (let index = 0; index < count; index += 1) {
		await postItemAs(person, { title: `Notebook ${index}` }, pictures);
	}
}

/** By how many pixels it overflows its page to the right. */
function horizontalOverflow(element: Locator): Promise<number> {
	return element.evaluate(
		({ ownerDocument: { documentElement: page } }) => page.scrollWidth - page.clientWidth,
	);
}

describe('a seller’s public page', () => {
	test('is linked from an item, and does not show the seller’s contact', async () => {
		const seller = await signUpPerson('Meera Nair');
		const item = await postItemAs(seller, { title: 'Slide rule' });
		const page = await visit(`/item/${item}`, { width: 360 });

		await page.getByRole('region', { name: 'Seller' }).getByRole('link').click();

		await page.waitForURL(`/people/${seller.id}`);
		await page.getByRole('heading', { name: 'Meera Nair', level: 1 }).waitFor();
		await page.getByText('1 on sale').waitFor();
		await page.getByRole('link', { name: 'Explore This Slide rule' }).waitFor();
		expect(await page.content()).not.toContain(seller.email);
		expect(await page.title()).toMatch(/^Meera Nair · /);
	});

	test('explains what will be there while nothing is on sale, for a name of any length', async () => {
		const seller = await signUpPerson(LONG_NAME);
		const page = await visit(`/people/${seller.id}`, { width: 360 });

		await page.getByText('Nothing on sale right now').waitFor();

		const heading = page.getByRole('heading', { name: LONG_NAME });
		expect(await horizontalOverflow(heading)).toBe(0);
	});

	test('loads more on scrolling, down to the last item', async () => {
		const seller = await signUpPerson('Gurpreet');
		await postMany(seller, A_PAGE + 1);
		const page = await visit(`/people/${seller.id}`);
		const list = page.getByRole('region', { name: 'On sale' }).getByRole('list');
		await list.getByRole('listitem').first().waitFor();

		await scrollToEnd(page);

		await list.getByRole('heading', { name: 'Notebook 0', exact: true }).waitFor();
		expect(await list.getByRole('listitem').count()).toBe(A_PAGE + 1);
	});

	test('says that there is no such user, and leads on', async () => {
		const page = await visit('/people/2147483647');

		await page.getByRole('heading', { name: 'User not found.' }).waitFor();

		await page.getByRole('link', { name: 'See what is on sale' }).waitFor();
	});

	test('offers a retry when loading fails, and then shows the page', async () => {
		const seller = await signUpPerson('Sana');
		const page = await visit('/');
		const browserContext = page.context();
		await browserContext.route('**/api/people/*', (route) => route.abort());
		await page.evaluate((path) => {
			history.pushState(null, '', path);
			dispatchEvent(new PopStateEvent('popstate'));
		}, `/people/${seller.id}`);
		await page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection).waitFor();

		await browserContext.unroute('**/api/people/*');
		await page.getByRole('button', { name: 'Try again' }).click();

		await page.getByRole('heading', { name: 'Sana', level: 1 }).waitFor();
	});

	test('says that a user who was loaded before has left', async () => {
		const seller = await signUpPerson('Farah');
		const item = await postItemAs(seller);
		const page = await visit('/about');
		await page.clock.install();
		await page.goto(`/item/${item}`);
		const link = page.getByRole('region', { name: 'Seller' }).getByRole('link');
		await link.click();
		await page.getByRole('heading', { name: 'Farah', level: 1 }).waitFor();
		await page.goBack();
		await link.waitFor();
		await deleteAccount(seller);
		await page.clock.fastForward('01:00');

		await link.click();

		await page.getByRole('heading', { name: 'User not found.' }).waitFor();
	});

	test('of oneself links to the profile', async () => {
		const me = await signUpPerson('Tenzin');
		const page = await visit('/profile', { as: me });

		await page.getByRole('link', { name: 'See my public page' }).click();
		await page.getByText('This is how others see you.').waitFor();
		await page.getByRole('link', { name: 'Go to my profile' }).click();

		await page.getByRole('heading', { name: 'My Uploads' }).waitFor();
	});
});

describe('an item’s page', () => {
	test('shows similar items and more from its seller, by keyboard too', async () => {
		const seller = await signUpPerson('Ishita');
		await postItemAs(seller, { title: 'Roller scale, 30 cm' });
		const other = await signUpPerson('Kabir');
		await postItemAs(other, { title: 'Steel scale, 30 cm' });
		const item = await postItemAs(seller, { title: 'Wooden scale, 30 cm' });
		const page = await visit(`/item/${item}`);

		const similar = page.getByRole('region', { name: 'Similar items' });
		await similar.getByRole('link', { name: 'Explore This Steel scale, 30 cm' }).waitFor();
		const more = page.getByRole('region', { name: 'More from Ishita' });
		await more.getByRole('link', { name: 'Explore This Roller scale, 30 cm' }).focus();
		await page.keyboard.press('Enter');

		const heading = page.getByRole('heading', { name: 'Roller scale, 30 cm', level: 1 });
		await heading.waitFor();
		await expectFocus(heading);
		expect(await page.evaluate(() => window.scrollY)).toBe(0);
	});

	test('says that it is sold, and links to similar items on sale', async () => {
		const seller = await signUpPerson('Aarav');
		await postItemAs(seller, { title: 'Graph paper pad' });
		const item = await postItemAs(seller, { title: 'Graph paper roll' });
		await markSoldAs(seller, item);
		const page = await visit(`/item/${item}`, { width: 360 });
		await page.getByText('This item has been sold.').waitFor();

		await page.getByRole('link', { name: 'See similar items' }).click();

		const similar = page.getByRole('region', { name: 'Similar items still on sale' });
		await similar.getByRole('link', { name: 'Explore This Graph paper pad' }).waitFor();
		await expectFocus(similar);
	});

	test('is shared by copying its URL when the device has no share sheet', async () => {
		const item = await postItemAs(await signUpPerson());
		const page = await visit(`/item/${item}`);
		await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

		await page.getByRole('button', { name: 'Share' }).click();

		await page.getByRole('status').getByText('Link copied.').waitFor();
		const copied = await page.evaluate(() => navigator.clipboard.readText());
		expect(copied).toBe(page.url());
	});

	test('is shared through the share sheet of the device when there is one', async () => {
		const item = await postItemAs(await signUpPerson(), { title: 'Set squares', price: 120 });
		const page = await visit(`/item/${item}`, { width: 360 });
		await page.evaluate(() => {
			const share = (link: ShareData) => {
				document.title = JSON.stringify(link);
				return Promise.resolve();
			};
			Object.assign(navigator, { share, canShare: () => true });
		});

		await page.getByRole('button', { name: 'Share' }).click();

		await expect.poll(() => page.title()).toContain('"title":"Set squares · ₹120"');
		expect(JSON.parse(await page.title()).url).toBe(page.url());
	});

	test('shows the exact time on hover and to screen readers', async () => {
		const item = await postItemAs(await signUpPerson());
		const page = await visit(`/item/${item}`);

		const time = page.locator('time').first();

		const exact = await time.getAttribute('title');
		expect(exact).toMatch(/\d{1,2} \w+ \d{4} at \d{1,2}:\d{2}/);
		expect(await time.textContent()).toContain(exact);
	});
});
