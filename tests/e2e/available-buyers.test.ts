import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { readChatAs, sendMessagesAs } from '#tests/support/chat-client.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const seller = await signUpPerson('Sameer');

const buyersOn = (page: Page) => page.getByRole('list', { name: 'Buyers' }).getByRole('button');

test('every buyer who wrote about an item is listed with name, number, last message and unread count', async () => {
	const item = await postItemAs(seller, { title: 'Electric kettle' });
	const [asha, bina] = [await signUpPerson('Asha'), await signUpPerson('Bina')];
	await sendMessagesAs(asha, { itemId: item, buyerId: asha.id }, 'Does it boil fast?');
	await sendMessagesAs(bina, { itemId: item, buyerId: bina.id }, 'Hello');
	await sendMessagesAs(bina, { itemId: item, buyerId: bina.id }, 'Can I see it?');
	const page = await visit(`/availableBuyers/${item}`, { as: seller, width: 360 });

	await page.getByRole('heading', { name: 'Available Buyers' }).waitFor();
	await page.getByText('Electric kettle').waitFor();
	await page.getByRole('status').getByText('2 buyers, 2 with unread messages').waitFor();
	const buyerTexts = await buyersOn(page).allTextContents();
	expect(buyerTexts[0]).toMatch(
		new RegExp(`BinaID: ${bina.id}Can I see it\\?\\d\\d:\\d\\d2 unread$`),
	);
	expect(buyerTexts[1]).toMatch(
		new RegExp(`AshaID: ${asha.id}Does it boil fast\\?\\d\\d:\\d\\d1 unread$`),
	);
	await page.getByRole('button', { name: `Asha ID: ${asha.id}` }).click();

	await page.waitForURL(`/chat/${item}/${asha.id}`);
});

test('new buyers and new messages appear while the page is open', async () => {
	const item = await postItemAs(seller);
	const asha = await signUpPerson('Asha');
	const room = { itemId: item, buyerId: asha.id };
	const page = await visit(`/availableBuyers/${item}`, { as: seller });
	await page.getByRole('heading', { name: 'No buyers have contacted you yet' }).waitFor();

	await sendMessagesAs(asha, room, 'Is it still there?');

	await buyersOn(page).getByText('Is it still there?').waitFor();
	await page.getByRole('status').getByText('1 buyer, 1 with unread messages').waitFor();
	await sendMessagesAs(asha, room, 'I can come at five.');
	await buyersOn(page).getByText('2 unread').waitFor();
	await readChatAs(seller, room);
	await page.getByRole('status').getByText('1 buyer', { exact: true }).waitFor();
});

test('Back to Item opens the item and Refresh Data loads the list again', async () => {
	const item = await postItemAs(seller, { title: 'Clothes horse' });
	const page = await visit(`/availableBuyers/${item}`, { as: seller });
	await page.getByText(CHAT_MESSAGES.noBuyers).waitFor();

	const response = page.waitForResponse(`**/api/chat/item-chats/${item}`);
	await page.getByRole('button', { name: 'Refresh Data' }).click();
	await response;
	await page.getByRole('button', { name: 'Back to Item' }).click();

	await page.getByRole('heading', { name: 'Clothes horse', level: 1 }).waitFor();
});

test('the page shows that it is loading and offers a retry when loading fails', async () => {
	const item = await postItemAs(seller);
	const page = await visit('/about', { as: seller });
	let release = () => {};
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	const calls = '**/api/chat/item-chats/**';
	await page.context().route(calls, async (route) => {
		await released;
		await route.abort();
	});
	await page.evaluate((path) => {
		history.pushState(null, '', path);
		dispatchEvent(new PopStateEvent('popstate'));
	}, `/availableBuyers/${item}`);

	await page.getByRole('status').getByText('Loading Available Buyers...').waitFor();
	release();
	await page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection).waitFor();
	await page.context().unroute(calls);
	await page.getByRole('button', { name: 'Try again' }).click();

	await page.getByText(CHAT_MESSAGES.noBuyers).waitFor();
});

test('a user who is not the seller is told so and can go on; a visitor is redirected home', async () => {
	const item = await postItemAs(seller, { title: 'Bean bag' });
	const page = await visit(`/availableBuyers/${item}`, { as: await signUpPerson() });

	await page.getByRole('alert').getByText(CHAT_MESSAGES.notOwner).waitFor();
	await page.getByRole('button', { name: 'Back to Item' }).click();
	await page.getByRole('heading', { name: 'Bean bag', level: 1 }).waitFor();
	const visitors = await visit(`/availableBuyers/${item}`);
	await visitors.waitForURL('/');
});
