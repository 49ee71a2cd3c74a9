import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { readChatAs, sendMessagesAs } from '#tests/support/chat-client.ts';
import { markSoldAs, type Person, postItemAs, signUpPerson } from '#tests/support/people.ts';
import { jpeg } from '#tests/support/test-images.ts';

const { visit } = await openBrowser();
const pictures = [await jpeg({ width: 320, height: 240 })];

const A_PAGE = 30;

const chatsOf = (page: Page) => page.getByRole('list', { name: /^Chats with/ });
const rowsOf = (page: Page) => chatsOf(page).getByRole('link');
const choose = (page: Page, side: string) =>
	page.getByRole('radiogroup', { name: 'Which chats' }).getByText(side).click();

/** A chat of a buyer and a seller about one item. */
async function createChat(
	buyer: Person,
	seller: Person,
	title: string,
	text = 'Is it still there?',
) {
	const itemId = await postItemAs(seller, { title }, pictures);
	const room = { itemId, buyerId: buyer.id };
	await sendMessagesAs(buyer, room, text);
	return room;
}

/** Opens my chats by navigation within the app, so that its requests can be held back. */
async function openChats(as: Person, before: (page: Page) => Promise<unknown>): Promise<Page> {
	const page = await visit('/about', { as });
	await before(page);
	await page.evaluate(() => {
		history.pushState(null, '', '/chats');
		dispatchEvent(new PopStateEvent('popstate'));
	});
	return page;
}

describe('my chats', () => {
	test('are empty at first and show the next step on each tab', async () => {
		const page = await visit('/chats', { as: await signUpPerson() });

		await page.getByRole('heading', { name: CHAT_MESSAGES.noChats }).waitFor();
		await page.getByText(CHAT_MESSAGES.noChatsHint).waitFor();
		const onward = page.getByRole('link', { name: 'See what is on sale' });
		expect(await onward.getAttribute('href')).toBe('/category/All');
		await choose(page, 'Selling');
		await page.getByText('Buyers who ask about your items show up here.').waitFor();
		const post = page.getByRole('main').getByRole('link', { name: 'Add Item' });
		expect(await post.getAttribute('href')).toBe('/post');
	});

	test('show the item, the other user, the last message, its time and the unread count', async () => {
		const [buyer, seller] = [await signUpPerson('Bina'), await signUpPerson('Sameer')];
		const room = await createChat(buyer, seller, 'Drafter', 'Is the drafter complete?');
		await sendMessagesAs(seller, room, 'Yes, all of it.');
		await sendMessagesAs(seller, room, 'Come and see!');
		const page = await visit('/chats', { as: buyer, width: 360 });

		const row = rowsOf(page);
		await row.waitFor();
		expect(await row.textContent()).toMatch(/^DrafterSameerCome and see!\d\d:\d\d2 unread$/);
		await expect
			.poll(() => row.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
			.toBeGreaterThan(0);
		expect(await row.getAttribute('href')).toBe(`/chat/${seller.id}/${room.itemId}`);
		await page.getByRole('radio', { name: 'Buying 1 unread' }).waitFor();
		expect(await page.title()).toContain('My Chats');
	});

	test('mark one’s own last message and an item that is sold', async () => {
		const [buyer, seller] = [await signUpPerson('Bina'), await signUpPerson('Sameer')];
		const { itemId } = await createChat(buyer, seller, 'Lab coat', 'Which size?');
		await markSoldAs(seller, itemId);
		const page = await visit('/chats', { as: buyer });

		await rowsOf(page).getByText('You: Which size?').waitFor();

		await rowsOf(page).getByText('Sameer · Sold').waitFor();
	});

	test('about one’s own items are on a separate tab, begin with the buyer’s name, and link to the chat with that buyer', async () => {
		const [buyer, seller] = [await signUpPerson('Bina'), await signUpPerson('Sameer')];
		const { itemId } = await createChat(buyer, seller, 'Kettle');
		const page = await visit('/chats?side=selling', { as: seller, width: 360 });

		await rowsOf(page).waitFor();

		expect(await rowsOf(page).textContent()).toMatch(/^BinaKettleIs it still there\?/);
		expect(await rowsOf(page).getAttribute('href')).toBe(`/chat/${itemId}/${buyer.id}`);
		await page.getByRole('radio', { name: 'Selling' }).focus();
		await page.keyboard.press('ArrowLeft');
		await page.getByRole('heading', { name: CHAT_MESSAGES.noChats }).waitFor();
		expect(new URL(page.url()).search).toBe('?side=buying');
	});

	test('open on the tab with unread messages, otherwise on the tab used last', async () => {
		const [buyer, me] = [await signUpPerson('Bina'), await signUpPerson('Sameer')];
		const sold = await createChat(buyer, me, 'Kettle');
		const page = await visit('/about', { as: me });
		const chats = page.getByRole('link', { name: /^My Chats/ }).first();
		const side = (name: string) => page.getByRole('radio', { name, checked: true });

		await chats.click();
		await side('Selling 1 unread').waitFor();
		await rowsOf(page).getByText('Kettle').waitFor();
		await choose(page, 'Buying');
		await side('Buying').waitFor();
		await page.goBack();
		await chats.click();
		await side('Selling 1 unread').waitFor();

		await readChatAs(me, sold);
		await page.getByRole('radio', { name: 'Selling', exact: true, checked: true }).waitFor();
		await choose(page, 'Buying');
		await side('Buying').waitFor();
		await page.goBack();
		await chats.click();
		await side('Buying').waitFor();
		await page.getByRole('heading', { name: CHAT_MESSAGES.noChats }).waitFor();
	});

	test('look the same after returning from one of them', async () => {
		const [other, me] = [await signUpPerson('Bina'), await signUpPerson('Sameer')];
		const bought = await createChat(me, other, 'Lamp');
		await sendMessagesAs(other, bought, 'It is.');
		await createChat(other, me, 'Kettle');
		const page = await visit('/chats', { as: me, width: 360 });
		await page.getByRole('radio', { name: 'Selling 1 unread', checked: true }).waitFor();

		await rowsOf(page).getByText('Kettle').click();
		await page.getByRole('link', { name: 'Back to my chats' }).click();

		await page.getByRole('radio', { name: 'Selling', exact: true, checked: true }).waitFor();
		await page.getByRole('radio', { name: 'Buying 1 unread', checked: false }).waitFor();
	});

	test('stay on the selected tab when a message arrives on the other', async () => {
		const [seller, me] = [await signUpPerson('Bina'), await signUpPerson('Sameer')];
		await createChat(me, seller, 'Kettle');
		const page = await visit('/chats', { as: me });
		await page.getByRole('radio', { name: 'Buying', checked: true }).waitFor();

		await createChat(seller, me, 'Lamp');

		await page.getByRole('radio', { name: 'Selling 1 unread', checked: false }).waitFor();
		await rowsOf(page).getByText('Kettle').waitFor();
	});

	test('show new messages and what was read on another device while the page is open', async () => {
		const [buyer, seller] = [await signUpPerson('Bina'), await signUpPerson('Sameer')];
		const page = await visit('/chats?side=selling', { as: seller });
		await page.getByRole('heading', { name: CHAT_MESSAGES.noChats }).waitFor();

		const room = await createChat(buyer, seller, 'Set squares');

		await rowsOf(page).getByText('1 unread').waitFor();
		await page.getByRole('radio', { name: 'Selling 1 unread' }).waitFor();
		await readChatAs(seller, room);
		await rowsOf(page).getByText('1 unread').waitFor({ state: 'detached' });
	});

	test('load more as the user scrolls, until the end', async () => {
		const [buyer, seller] = [await signUpPerson('Bina'), await signUpPerson('Sameer')];
		for (let index = 0; index <= A_PAGE; index += 1)
			await createChat(buyer, seller, `Pad ${index}`);
		const page = await visit('/chats', { as: buyer, width: 360 });
		await rowsOf(page).first().waitFor();

		await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded();

		await rowsOf(page).getByText('Pad 0', { exact: true }).waitFor();
		expect(await rowsOf(page).count()).toBe(A_PAGE + 1);
		await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
	});

	test('show that they are loading, and offer a retry when loading fails', async () => {
		const [buyer, seller] = [await signUpPerson('Bina'), await signUpPerson('Sameer')];
		await createChat(buyer, seller, 'Compass');
		let release = () => {};
		const released = new Promise<void>((resolve) => {
			release = resolve;
		});
		const page = await openChats(buyer, (opened) =>
			opened.context().route('**/api/chats?**', async (route) => {
				await released;
				await route.abort();
			}),
		);
		await page.getByText('Loading your chats…').waitFor({ state: 'attached' });

		release();
		await page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection).waitFor();
		await page.context().unroute('**/api/chats?**');
		await page.getByRole('button', { name: 'Try again' }).click();

		await rowsOf(page).getByText('Compass').waitFor();
	});

	test('stay visible while the connection is lost, with a note that there may be newer ones', async () => {
		const [buyer, seller] = [await signUpPerson('Bina'), await signUpPerson('Sameer')];
		const room = await createChat(buyer, seller, 'Stapler');
		const page = await visit('/chats', { as: buyer });
		await rowsOf(page).getByText('Stapler').waitFor();
		await page.context().route('**/api/chats?**', (route) => route.abort());

		await sendMessagesAs(seller, room, 'Still yours.');

		await page.getByText('There may be newer ones.').waitFor();
		await rowsOf(page).getByText('Stapler').waitFor();
		await page.context().unroute('**/api/chats?**');
		await page.getByRole('button', { name: 'Try again' }).click();
		await rowsOf(page).getByText('Still yours.').waitFor();
	});

	test('show a prompt to choose one where there is room beside the list', async () => {
		const page = await visit('/chats', { as: await signUpPerson(), width: 1440 });
		await page.getByText('Choose a chat to read it here.').waitFor();

		await page.setViewportSize({ width: 360, height: 780 });

		await page.getByText('Choose a chat to read it here.').waitFor({ state: 'hidden' });
	});

	test('are for signed-in users: a visitor is redirected home', async () => {
		const page = await visit('/chats');

		await page.waitForURL('/');
	});
});

describe('the links to my chats', () => {
	test('lead a visitor through the login page and back', async () => {
		const person = await signUpPerson();
		const page = await visit('/about', { width: 360 });

		await page
			.getByRole('navigation', { name: 'Main' })
			.getByRole('link', { name: 'Chats' })
			.click();
		await page.getByLabel('Email address').fill(person.email);
		await page.getByLabel('Password', { exact: true }).fill(person.password);
		await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();

		await page.waitForURL('/chats');
	});

	test('are in the bottom bar of a phone with a live count of unread chats', async () => {
		const [buyer, seller] = [await signUpPerson('Bina'), await signUpPerson('Sameer')];
		const first = await createChat(buyer, seller, `Lamp ${randomUUID()}`);
		await createChat(buyer, seller, `Lamp ${randomUUID()}`);
		await sendMessagesAs(seller, first, 'Yes.');
		const page = await visit('/', { as: seller, width: 360 });
		const bar = page.getByRole('navigation', { name: 'Main' });

		await bar.getByRole('link', { name: 'Chats 2 unread' }).waitFor();
		expect(await bar.getByRole('link').allTextContents()).toEqual([
			'Home',
			'Browse',
			'Sell',
			'Chats2 unread',
			'Me',
		]);
		await readChatAs(seller, first);
		await bar.getByRole('link', { name: 'Chats 1 unread' }).click();
		await page.waitForURL('/chats');
	});

	test('are in the menu, in its order', async () => {
		const [buyer, seller] = [await signUpPerson('Bina'), await signUpPerson('Sameer')];
		await createChat(buyer, seller, 'Lamp');
		const page = await visit('/about', { as: seller });
		await page.getByRole('button', { name: 'Menu', exact: true }).click();
		const menu = page.getByRole('dialog', { name: 'Menu' }).getByRole('navigation');
		await menu.getByRole('link', { name: 'My Chats 1 unread' }).waitFor();

		const entries = await menu
			.getByRole('link')
			.evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]));

		expect(entries).toEqual([
			['Home', '/'],
			['My Profile', '/profile'],
			['My Chats 1 unread', '/chats'],
			['Notifications', '/notifications'],
			['My Reports', '/my-reports'],
			['Account', '/account'],
			['About Us', '/about'],
			['Feedback', '/feedback'],
		]);
		await menu.getByRole('button', { name: 'Logout' }).waitFor();
		await menu.getByRole('link', { name: /^My Chats/ }).click();
		await page.waitForURL('/chats');
		await menu.waitFor({ state: 'hidden' });
	});

	test('are missing in a visitor’s menu, which holds only what a visitor can open', async () => {
		const page = await visit('/about');
		await page.getByRole('button', { name: 'Menu', exact: true }).click();
		const menu = page.getByRole('dialog', { name: 'Menu' }).getByRole('navigation');
		await menu.getByRole('link', { name: 'About Us' }).waitFor();

		const entries = await menu
			.getByRole('link')
			.evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]));

		expect(entries).toEqual([
			['Home', '/'],
			['My Profile', '/login?next=%2Fprofile'],
			['About Us', '/about'],
			['Feedback', '/feedback'],
		]);
		expect(await menu.getByRole('button').count()).toBe(0);
	});
});
