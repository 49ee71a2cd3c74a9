import { expect, test } from 'vitest';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { readChatAs, sendMessagesAs } from '#tests/support/chat-client.ts';
import {
	createSellerAndBuyer,
	messageItem,
	messageTexts,
	writeOffline,
} from '#tests/support/chat-page.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();
const ban = adminAccess.callAs(await adminAccess.admin());

test.each([
	['the thing', ({ itemId }: { itemId: number }) => `/admin/items/${itemId}/ban`],
	['the seller', ({ seller }: { seller: { id: number } }) => `/admin/users/${seller.id}/ban`],
])(
	'after %s is banned, the chat still opens with its messages, and opening it clears the unread count',
	async (_, pathOf) => {
		const met = await createSellerAndBuyer();
		const { seller, buyer, buyerPath, room } = met;
		await sendMessagesAs(buyer, room, 'Is it there?');
		await sendMessagesAs(seller, room, 'Pay to x@upi first');
		await ban('PUT', pathOf(met), {});
		const page = await visit('/chats', { as: buyer });
		await page.getByRole('link', { name: 'My Chats, 1 unread' }).waitFor();

		await page
			.getByRole('list', { name: /^Chats with/ })
			.getByRole('link')
			.click();

		await page.waitForURL(buyerPath);
		await messageItem(page, 'Pay to x@upi first').waitFor();
		expect(await messageTexts(page)).toEqual(['Is it there?', 'Pay to x@upi first']);
		await page.getByRole('link', { name: 'My Chats', exact: true }).first().waitFor();
		await page.getByText(CHAT_MESSAGES.closed, { exact: true }).waitFor();
		expect(await page.getByText(CHAT_MESSAGES.errorTitle).count()).toBe(0);
	},
);

test('a closed chat shows the read mark of the other side when it is opened again', async () => {
	const { itemId, buyer, seller, buyerPath, room } = await createSellerAndBuyer();
	await sendMessagesAs(buyer, room, 'Is it there?');
	await readChatAs(seller, room);
	await sendMessagesAs(buyer, room, 'Hello?');
	await ban('PUT', `/admin/items/${itemId}/ban`, {});

	const page = await visit(buyerPath, { as: buyer });

	await messageItem(page, 'Is it there?').getByText('Read', { exact: true }).waitFor();
	await messageItem(page, 'Hello?').getByText('Sent', { exact: true }).waitFor();
});

test('an unsent message in a chat that was closed meanwhile is not shown as waiting to be sent', async () => {
	const { itemId, buyer, seller, buyerPath, room } = await createSellerAndBuyer();
	await sendMessagesAs(buyer, room, 'Is it there?');
	await sendMessagesAs(seller, room, 'It is');
	const page = await visit(buyerPath, { as: buyer });
	await messageItem(page, 'It is').waitFor();
	await writeOffline(page, 'I take it');
	await ban('PUT', `/admin/items/${itemId}/ban`, {});

	await page.context().setOffline(false);

	await messageItem(page, 'I take it').getByRole('alert').getByText(CHAT_MESSAGES.closed).waitFor();
	expect(await messageItem(page, 'I take it').getByText(CHAT_MESSAGES.notSent).count()).toBe(0);
	expect(await page.getByText(CHAT_MESSAGES.errorTitle).count()).toBe(0);
});

test('the placeholder of a removed photo fits its small frame', async () => {
	const { itemId, buyer, buyerPath, room } = await createSellerAndBuyer();
	await sendMessagesAs(buyer, room, 'Is it there?');
	await ban('PUT', `/admin/items/${itemId}/ban`, {});

	const page = await visit(buyerPath, { as: buyer, width: 360 });

	const mark = page.getByRole('link', { name: 'Taken down' }).getByText('No Image');
	const frame = mark.locator('xpath=ancestor::*[contains(@class, "overflow-hidden")][1]');
	expect(await frame.evaluate((of) => of.scrollHeight - of.clientHeight)).toBe(0);
});
