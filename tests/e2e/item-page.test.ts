import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { REPORT_MESSAGES } from '#contract/reports/reports.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import { waitUntilReady } from '#tests/support/chat-page.ts';
import { ITEM_FIELDS } from '#tests/support/factories.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { expectAccessibleInAllViewports } from '#tests/support/page-checks.ts';
import { markSoldAs, type Person, postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const owner = await signUpPerson('Meera');
const outsider = await signUpPerson('Jovan');

const OWNERS = ['See Interested Buyers', 'Mark as Sold', 'Update Item', 'Sold'];
const OTHERS = ['Chat with Seller', 'Report Item'];

/** The visible buttons that depend on the visitor's role. */
async function actionsOn(page: Page): Promise<string[]> {
	await page.getByRole('button', { name: 'Share' }).waitFor();
	const shown: string[] = [];
	for (const name of [...OWNERS, ...OTHERS]) {
		const action = page
			.getByRole('main')
			.locator('a, button')
			.filter({ hasText: exactly(name) });
		if (await action.isVisible()) shown.push(name);
	}
	return shown;
}

const exactly = (text: string) => new RegExp(`^${text}$`);
const reportButton = (page: Page) => page.getByRole('button', { name: 'Report Item' });
const reportDialog = (page: Page) => page.getByRole('dialog', { name: 'Report Item' });

async function logOutElsewhere({ token }: Person): Promise<void> {
	const headers = { authorization: `Bearer ${token}` };
	await fetch(`${inject('marketAddress')}/api/auth/logout`, { method: 'POST', headers });
}

async function logIn(page: Page, person: Person): Promise<void> {
	await page.getByLabel('Email address').fill(person.email);
	await page.getByLabel('Password', { exact: true }).fill(person.password);
	await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
}

/** An owner's view of an item that was loaded a minute ago, which is too old to update from. */
async function openTestItem() {
	const item = await postItemAs(owner, { title: 'Bean bag' });
	const page = await visit('/about', { as: owner });
	await page.clock.install();
	await page.goto(`/item/${item}`);
	const update = page.getByRole('link', { name: 'Update Item' });
	await update.waitFor();
	await page.clock.fastForward('01:00');
	return { item, page, update };
}

describe('a visitor', () => {
	test('is sent to the login page by Chat with Seller, and then to the chat', async () => {
		const item = await postItemAs(owner);
		const page = await visit(`/item/${item}`, { width: 360 });
		await expect.poll(() => actionsOn(page)).toEqual(OTHERS);

		await page.getByRole('link', { name: 'Chat with Seller' }).click();
		await page.waitForURL(/\/login\?/);
		await logIn(page, await signUpPerson());

		await page.waitForURL(`/chat/${owner.id}/${item}`);
	});

	test('is sent to the login page by Report Item, and finds the dialog open afterwards', async () => {
		const item = await postItemAs(owner);
		const page = await visit(`/item/${item}`);

		await reportButton(page).click();
		await page.waitForURL(/\/login\?/);
		await logIn(page, await signUpPerson());

		await reportDialog(page).waitFor();
		const { pathname, search } = new URL(page.url());
		expect(pathname + search).toBe(`/item/${item}`);
		await page.keyboard.press('Escape');
		await reportDialog(page).waitFor({ state: 'hidden' });
		await expectFocus(reportButton(page));
		await page.reload();
		await reportButton(page).waitFor();
		expect(await reportDialog(page).count()).toBe(0);
	});

	test('sees no dialog at a URL that asks for it', async () => {
		const page = await visit(`/item/${await postItemAs(owner)}?report=1`);
		await reportButton(page).waitFor();

		await expect.poll(() => new URL(page.url()).search).toBe('');

		expect(await reportDialog(page).count()).toBe(0);
	});
});

describe('a signed-in user', () => {
	test('opens a chat with the seller, and reports without leaving the page', async () => {
		const item = await postItemAs(owner, { title: 'Steam iron' });
		const page = await visit(`/item/${item}`, { as: outsider });
		await expect.poll(() => actionsOn(page)).toEqual(OTHERS);
		const chat = page.getByRole('link', { name: 'Chat with Seller' });
		expect(await chat.getAttribute('href')).toBe(`/chat/${owner.id}/${item}`);

		await reportButton(page).focus();
		await page.keyboard.press('Enter');
		await reportDialog(page).getByRole('button', { name: REPORT_MESSAGES.submit }).waitFor();
		await reportDialog(page).getByRole('button', { name: 'Cancel' }).click();

		await expectFocus(reportButton(page));
	});

	test('is told when the report dialog fails to load, and stays on the page', async () => {
		const page = await visit(`/item/${await postItemAs(owner)}`, { as: outsider });
		await reportButton(page).waitFor();
		await page.context().route('**/assets/item-report-dialog*', (route) => route.abort());

		await reportButton(page).click();

		await page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection).waitFor();
		await reportButton(page).waitFor();
	});

	test('whose session ends keeps the text of a report and is told why it was not sent', async () => {
		const person = await signUpPerson();
		const page = await visit(`/item/${await postItemAs(owner)}`, { as: person });
		await reportButton(page).click();
		const descriptionField = reportDialog(page).getByLabel('Description');
		await descriptionField.fill('The photos show another one.');
		await logOutElsewhere(person);

		await reportDialog(page).getByRole('button', { name: REPORT_MESSAGES.submit }).click();

		await reportDialog(page).getByText(COMMON_MESSAGES.signIn).waitFor();
		await page.getByText('Your session has ended.').waitFor();
		expect(await descriptionField.inputValue()).toBe('The photos show another one.');
	});

	test('is offered similar items on a sold item, and can still write to its seller', async () => {
		const item = await postItemAs(owner, { title: 'Set square' });
		await markSoldAs(owner, item);

		const page = await visit(`/item/${item}`, { as: outsider });

		await expect.poll(() => actionsOn(page)).toEqual(OTHERS);
		await page.getByRole('link', { name: 'See similar items' }).waitFor();
		await page.getByRole('link', { name: 'Chat with Seller' }).click();
		await page.waitForURL(`/chat/${owner.id}/${item}`);
		await waitUntilReady(page);
	});
});

describe('the owner', () => {
	test('sees how many buyers are interested, and can sell and update while the item is available', async () => {
		const item = await postItemAs(owner, { title: 'Table lamp' });
		const page = await visit(`/item/${item}`, { as: owner });
		await page.getByRole('button', { name: 'Mark as Sold' }).waitFor();
		await expect
			.poll(() => actionsOn(page))
			.toEqual(['See Interested Buyers', 'Mark as Sold', 'Update Item']);

		await page.getByRole('link', { name: 'See Interested Buyers' }).click();

		await page.waitForURL(`/availableBuyers/${item}`);
		await page.getByText(CHAT_MESSAGES.noBuyers).waitFor();
	});

	test('who opens the form of an item that was removed meanwhile reads so before typing anything', async () => {
		const { item, page, update } = await openTestItem();
		const notFoundBody = { success: false, message: ITEM_MESSAGES.notFound };
		await page.route(`**/api/item/get-item-details/${item}`, (route) =>
			route.fulfill({ status: 404, json: notFoundBody }),
		);

		await update.click();

		await page.waitForURL(`/update-item/${item}`);
		await page.getByText(ITEM_MESSAGES.notFound).waitFor();
		expect(await page.getByLabel('Title').count()).toBe(0);
	});

	test('can open the form with its loaded values without a connection', async () => {
		const { item, page, update } = await openTestItem();
		await page.route(`**/api/item/get-item-details/${item}`, (route) => route.abort());

		await update.click();

		await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Bean bag');
	});

	test('sees on the first button how many buyers are interested and unread, live', async () => {
		const item = await postItemAs(owner, { title: 'Wall clock' });
		await sendMessagesAs(outsider, { itemId: item, buyerId: outsider.id }, 'Is it still there?');
		const page = await visit(`/item/${item}`, { as: owner, width: 360 });
		const buyers = page.getByRole('link', { name: /^See Interested Buyers/ });
		const sell = page.getByRole('button', { name: 'Mark as Sold' });
		const textOf = () => buyers.innerText().then((text) => text.replace(/\s+/g, ' '));

		await expect.poll(textOf).toBe('See Interested Buyers · 1 (1 unread)');
		const other = await signUpPerson();
		await sendMessagesAs(other, { itemId: item, buyerId: other.id }, 'I would take it.');
		await expect.poll(textOf).toBe('See Interested Buyers · 2 (2 unread)');

		const [first, second] = await Promise.all([buyers.boundingBox(), sell.boundingBox()]);
		const bottomOf = (box: typeof first) => (box?.y ?? 0) + (box?.height ?? 0) / 2;
		expect(Math.abs(bottomOf(first) - bottomOf(second))).toBeLessThan(2);
		expect(first?.x).toBeLessThan(second?.x ?? 0);
		expect((second?.x ?? 0) + (second?.width ?? 0)).toBeLessThanOrEqual(360);
		expect(bottomOf(first)).toBeGreaterThan(680);
		expect(await page.getByRole('main').getByText('Meet in the open').count()).toBe(0);
	});

	test('has a button marked Sold once it is sold, and can post a similar item', async () => {
		const item = await postItemAs(owner, { title: 'Desk fan' });
		const page = await visit(`/item/${item}`, { as: owner, width: 360 });

		await page.getByRole('button', { name: 'Mark as Sold' }).click();
		await page.getByText(ITEM_MESSAGES.sellConfirmation).waitFor();
		await page.getByRole('button', { name: 'Proceed' }).click();
		await page.getByText(ITEM_MESSAGES.sellSucceeded).waitFor();
		await page.getByRole('button', { name: 'Sold', exact: true }).click();

		await page.getByRole('alert').getByText('this product is sold').waitFor();
		await expect.poll(() => actionsOn(page)).toEqual(['Sold']);
		const sold = page.getByRole('dialog', { name: 'Sold' });
		await sold.getByRole('link', { name: 'Post one like it' }).waitFor();
		await sold.getByRole('button', { name: 'Close', exact: true }).click();
		await expectFocus(page.getByRole('button', { name: 'Sold', exact: true }));

		await page.getByRole('main').getByRole('link', { name: 'Post one like it' }).click();
		await page
			.getByText('Everything but the photos is filled in as it was for ‘Desk fan’.')
			.waitFor();
		expect(await page.getByLabel('Title').inputValue()).toBe('Desk fan');
		expect(await page.getByLabel('Description').inputValue()).toBe(ITEM_FIELDS.description);
		expect(await page.getByLabel('Price').inputValue()).toBe(String(ITEM_FIELDS.price));
		expect(await page.getByLabel('Category').inputValue()).toBe(ITEM_FIELDS.category);
		expect(await page.getByRole('button', { name: /^Remove photo/ }).count()).toBe(0);
		await page.getByRole('button', { name: 'Start over' }).click();
		await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('');
	});

	test('who posts a similar item keeps the draft they had begun', async () => {
		const seller = await signUpPerson();
		const item = await postItemAs(seller, { title: 'Ladder' });
		const page = await visit('/post', { as: seller });
		await page.getByLabel('Title').fill('Half an offer');

		await page.goto(`/post?like=${item}`);

		const title = page.getByLabel('Title');
		await expect.poll(() => title.inputValue()).toBe('Half an offer');
		await page.getByRole('button', { name: 'Post one like ‘Ladder’ instead' }).click();
		await expect.poll(() => title.inputValue()).toBe('Ladder');
	});

	test('of an item that was taken down has none of these buttons', async () => {
		const item = await postItemAs(owner, { title: 'Hot plate' });
		const page = await visit('/about', { as: owner });
		await page.context().route(`**/api/item/get-item-details/${item}`, async (route) => {
			const response = await (await route.fetch()).json();
			const data = { ...response.data, status: 'banned', isAvailable: false };
			await route.fulfill({ json: { ...response, data } });
		});

		await page.evaluate((path) => {
			history.pushState(null, '', path);
			dispatchEvent(new PopStateEvent('popstate'));
		}, `/item/${item}`);

		await page.getByText('An administrator has taken this item down.').waitFor();
		for (const name of [...OWNERS, ...OTHERS]) {
			expect(await page.getByText(name, { exact: true }).count()).toBe(0);
		}
	});
});

const NOWHERE = { x: -1, y: -1, width: 0, height: 0 };

describe('on a phone', () => {
	test.each([16, 32])(
		'with text of %i px the action bar holds price, chat and share',
		async (letters) => {
			// A price of its own: items of the other case may be listed below as similar ones.
			const price = 999_900.99 + letters;
			const item = await postItemAs(owner, { price, title: 'Server rack' });
			const page = await visit(`/item/${item}`, { width: 360, as: outsider });
			await page.evaluate((size) => {
				document.documentElement.style.fontSize = `${size}px`;
			}, letters);
			const elements = [
				page.getByText(`₹9,99,9${letters}.99`).last(),
				page.getByRole('link', { name: 'Chat with Seller' }),
				page.getByRole('button', { name: 'Share' }),
			];

			for (const element of elements) {
				// The new text size is applied a moment later.
				const isInBar = async () => {
					const { x, y, width, height } = (await element.boundingBox()) ?? NOWHERE;
					return x >= 0 && x + width <= 360 && y > 390 && y + height <= 780;
				};
				await expect.poll(isInBar).toBe(true);
			}
		},
	);
});

test('price and buttons share one row on a current phone', async () => {
	const item = await postItemAs(owner, { price: 19_500, title: 'Tablet' });
	const page = await visit(`/item/${item}`, { width: 390, as: outsider });
	const chat = page.getByRole('link', { name: 'Chat with Seller' });
	const middleOf = async (element: Locator) => {
		const { y, height } = (await element.boundingBox()) ?? NOWHERE;
		return y + height / 2;
	};

	const between = async () =>
		Math.abs((await middleOf(chat)) - (await middleOf(page.getByText('₹19,500').last())));

	await expect.poll(between).toBeLessThan(4);
});

test('axe finds nothing wrong in reporting an item, on phone and desktop, light and dark', async () => {
	const item = await postItemAs(owner);
	const page = await visit(`/item/${item}`, { as: outsider, width: 360 });
	await expectAccessibleInAllViewports(page);

	await reportButton(page).click();
	await reportDialog(page).waitFor();

	await expectAccessibleInAllViewports(page);
});
