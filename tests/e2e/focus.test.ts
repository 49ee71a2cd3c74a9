import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import { createSellerAndBuyer } from '#tests/support/chat-page.ts';
import { delayRequests } from '#tests/support/delay-requests.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { postItemAs, registerPerson, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();

test('a listing never takes the focus: neither when it opens nor from a tab that was pressed', async () => {
	const page = await visit('/about');
	await page.addInitScript(() => {
		document.addEventListener('focusin', ({ target }) => {
			if (target instanceof HTMLHeadingElement) document.documentElement.dataset.heard = 'yes';
		});
	});
	await page.goto('/category/All');
	const tabs = page.getByRole('navigation', { name: 'Choose a category' });

	await tabs.getByRole('link', { name: 'PYQs' }).press('Enter');
	await page.getByRole('heading', { level: 1, name: 'PYQs' }).waitFor();

	expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('PYQs');
	expect(await page.evaluate(() => document.documentElement.dataset.heard)).toBeUndefined();
});

test('a search from another page moves the focus to the heading of the results', async () => {
	const page = await visit('/about');
	const searchBox = page.getByRole('combobox', { name: 'Search the market' });

	await searchBox.fill('drafter');
	await searchBox.press('Enter');

	await page.waitForURL('/category/All?q=drafter');
	await expectFocus(page.getByRole('heading', { level: 1 }));
});

test('a user who types into the header search while a page loads can go on typing', async () => {
	const item = await postItemAs(await signUpPerson(), { title: 'Spirit level' });
	const page = await visit('/about');
	const giveItem = await delayRequests(page, '**/api/item/get-item-details/*');
	await page.evaluate((path) => {
		history.pushState(null, '', path);
		dispatchEvent(new PopStateEvent('popstate'));
	}, `/item/${item}`);
	await page.getByText('Loading item…').waitFor();
	const searchBox = page.getByRole('combobox', { name: 'Search the market' });

	await searchBox.pressSequentially('drafter, ha');
	giveItem();
	// Set at the same time as the focus moves.
	await page.waitForFunction(() => document.title.startsWith('Spirit level'));

	await page.keyboard.type('rdly used');
	expect(await searchBox.inputValue()).toBe('drafter, hardly used');
});

test.each([
	['a page', () => '/rules'],
	['an item', async () => `/item/${await postItemAs(await signUpPerson())}`],
])('on %s no focused element is hidden under a bar', async (_, pathOf) => {
	const page = await visit(await pathOf(), { width: 640 });
	await page.setViewportSize({ width: 640, height: 480 });
	await page.getByRole('heading', { level: 1 }).waitFor();

	expect(await coveredTabStops(page)).toEqual([]);
});

test('no focused element is hidden under the notice that asks to confirm an address', async () => {
	const person = await registerPerson();
	const page = await visit('/rules', { as: person, width: 360 });
	await page.getByText(`${NOTIFICATION_MESSAGES.confirmAddress} ${person.email}`).waitFor();

	expect(await coveredTabStops(page)).toEqual([]);
});

/** The names of all focused elements of a page that something covers. */
async function coveredTabStops(page: Page): Promise<string[]> {
	const covered: string[] = [];
	let isLast = false;
	while (!isLast) {
		await page.keyboard.press('Tab');
		const stop = await page.evaluate(currentTabStop);
		if (stop.isCovered) covered.push(stop.name);
		isLast = stop.isLast;
	}
	return covered;
}

/** The focused element, whether something covers its middle, and whether it is the last of the page. */
function currentTabStop(): { name: string; isCovered: boolean; isLast: boolean } {
	const at = document.activeElement ?? document.body;
	const { left, top, width, height } = at.getBoundingClientRect();
	const upper = document.elementFromPoint(left + width / 2, top + height / 2);
	return {
		name: at.outerHTML.slice(0, 120),
		// After the last element of a page without a footer the body has the focus, which nothing can cover.
		isCovered: at !== document.body && !at.contains(upper),
		isLast: at === [...document.querySelectorAll('footer a')].at(-1) || at === document.body,
	};
}

test('with the oldest messages loaded, the button that loads more disappears and the focus stays in the chat', async () => {
	const { buyer, buyerPath, room } = await createSellerAndBuyer();
	await sendMessagesAs(
		buyer,
		room,
		...Array.from({ length: 205 }, (_, index) => `Line ${index + 1}`),
	);
	const page = await visit(buyerPath, { as: buyer });
	const older = page.getByRole('button', { name: 'Show older messages' });

	await older.focus();
	await page.getByText('Line 1', { exact: true }).waitFor({ state: 'attached' });

	await older.waitFor({ state: 'detached' });
	await expectFocus(page.getByRole('log'));
});
