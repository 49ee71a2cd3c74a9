import { describe, expect, test } from 'vitest';
import { BLOCK_MESSAGES } from '#contract/chat/blocks.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import {
	composer,
	createSellerAndBuyer,
	messageItem,
	messageTexts,
	sendMessage,
	waitUntilReady,
} from '#tests/support/chat-page.ts';

const { visit } = await openBrowser();

describe('Chat page', () => {
	test('on a phone the chat header links back to the list of chats, and the input is at the bottom edge', async () => {
		const { buyer, buyerPath } = await createSellerAndBuyer();
		const page = await visit(buyerPath, { as: buyer, width: 360 });
		await waitUntilReady(page);

		expect(await page.getByRole('contentinfo').isVisible()).toBe(false);
		expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false);
		const formBounds = await page
			.locator('form')
			.filter({ has: composer(page) })
			.boundingBox();
		expect((formBounds?.y ?? 0) + (formBounds?.height ?? 0)).toBeCloseTo(780, 0);
		await page.getByRole('link', { name: 'Back to my chats' }).click();

		await page.waitForURL('/chats');
	});

	test.each([
		{ name: 'above the on-screen keyboard of a phone', width: 360, height: 400 },
		{ name: 'on a phone in landscape', width: 740, height: 360 },
	])('the message input stays in view $name, with room for messages', async ({ width, height }) => {
		const { seller, buyer, sellerPath, room } = await createSellerAndBuyer();
		await sendMessagesAs(buyer, room, 'Is it still there?');
		const page = await visit(sellerPath, { as: seller, width: 360 });
		await waitUntilReady(page);
		await page.getByRole('button', { name: 'Reserve' }).waitFor();

		await page.setViewportSize({ width, height });
		await composer(page).tap();
		await composer(page).fill('Yes');

		const input = await composer(page).boundingBox();
		expect((input?.y ?? 0) + (input?.height ?? height)).toBeLessThanOrEqual(height);
		expect((await page.getByRole('log').boundingBox())?.height).toBeGreaterThan(128);
		expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
	});

	test('on a wide screen the list of chats is beside the open chat and switches between chats', async () => {
		const { seller, buyer, buyerPath, room } = await createSellerAndBuyer({ title: 'First thing' });
		await sendMessagesAs(buyer, room, 'About the first');
		const second = await createSellerAndBuyer({ title: 'Second thing' });
		const other = { itemId: second.itemId, buyerId: buyer.id };
		await sendMessagesAs(buyer, other, 'About the second');
		const page = await visit(buyerPath, { as: buyer, width: 1440 });
		await messageItem(page, 'About the first').waitFor();

		await page.getByRole('link', { name: /Second thing.*About the second/ }).click();
		await messageItem(page, 'About the second').waitFor();
		expect(await messageItem(page, 'About the first').count()).toBe(0);
		await sendMessage(page, 'Said in the second');
		await messageItem(page, 'Said in the second').getByText('Sent', { exact: true }).waitFor();
		await page.goBack();

		await messageItem(page, 'About the first').waitFor();
		expect(await messageTexts(page)).toEqual(['About the first']);
		await sendMessagesAs(seller, room, 'Heard you');
		await messageItem(page, 'Heard you').waitFor();
	});

	test('a seller who opens the chat address of their own item is sent to the list of its buyers', async () => {
		const { seller, itemId } = await createSellerAndBuyer();
		const page = await visit(`/chat/${seller.id}/${itemId}`, { as: seller });

		await page.waitForURL(`/availableBuyers/${itemId}`);
	});
});

describe('Chat menu', () => {
	test('when a buyer blocks the seller, the seller’s next message is never delivered, and unblocking lets the buyer write again', async () => {
		const { seller, buyer, buyerPath, sellerPath, room } = await createSellerAndBuyer();
		await sendMessagesAs(buyer, room, 'Hi');
		const buying = await visit(buyerPath, { as: buyer, width: 360 });
		await waitUntilReady(buying);

		await buying.getByRole('button', { name: 'Chat options' }).click();
		await buying.getByRole('menuitem', { name: BLOCK_MESSAGES.block(seller.userName) }).click();
		await buying.getByRole('button', { name: 'Block', exact: true }).click();
		await buying.getByText(CHAT_ERRORS.blockedByYou.message).waitFor();

		const selling = await visit(sellerPath, { as: seller });
		await sendMessage(selling, 'Nobody hears this');
		await messageItem(selling, 'Nobody hears this').getByText('Sent', { exact: true }).waitFor();

		await buying.getByRole('button', { name: BLOCK_MESSAGES.unblock(seller.userName) }).click();
		await sendMessage(buying, 'Sorry about that');
		await messageItem(selling, 'Sorry about that').waitFor();
		expect(await messageTexts(buying)).not.toContain('Nobody hears this');
	});
});
