import { describe, expect, test } from 'vitest';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
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
import { pressByKeyboard, tabTo, typeByKeyboard } from '#tests/support/keyboard.ts';

const { visit } = await openBrowser();

describe('Chat between a buyer and a seller', () => {
	test('when both users write at the same time, both see the messages in the same order', async () => {
		const { seller, buyer, buyerPath, sellerPath } = await createSellerAndBuyer();
		const buying = await visit(buyerPath, { as: buyer });
		await buying.getByRole('heading', { name: CHAT_MESSAGES.heading, level: 1 }).waitFor();
		await sendMessage(buying, 'Hi! Is it still available?');
		await messageItem(buying, 'Hi! Is it still available?').getByText(CHAT_MESSAGES.own).waitFor();
		const selling = await visit(sellerPath, { as: seller, width: 390 });
		await messageItem(selling, 'Hi! Is it still available?').getByText(buyer.userName).waitFor();

		for (let round = 1; round <= 5; round += 1) {
			await Promise.all([
				sendMessage(buying, `From the buyer, ${round}`),
				sendMessage(selling, `From the seller, ${round}`),
			]);
		}

		await messageItem(buying, 'From the seller, 5').waitFor();
		await messageItem(selling, 'From the buyer, 5').waitFor();
		await messageItem(buying, 'From the buyer, 5').getByText('Read', { exact: true }).waitFor();
		await messageItem(selling, 'From the seller, 5').getByText('Read', { exact: true }).waitFor();
		const texts = await messageTexts(buying);
		expect(texts).toHaveLength(11);
		expect(await messageTexts(selling)).toEqual(texts);
	});

	test('the buyer’s message is marked as sent, then delivered when the seller comes online, then read', async () => {
		const { seller, buyer, buyerPath, sellerPath } = await createSellerAndBuyer();
		const buying = await visit(buyerPath, { as: buyer });
		await sendMessage(buying, 'First');
		await messageItem(buying, 'First').getByText('Sent', { exact: true }).waitFor();

		const selling = await visit('/chats?side=selling', { as: seller });
		await selling.getByRole('link', { name: /First/ }).waitFor();
		await sendMessage(buying, 'Second');
		await messageItem(buying, 'Second').getByText('Delivered', { exact: true }).waitFor();

		await selling.goto(sellerPath);
		await messageItem(buying, 'First').getByText('Read', { exact: true }).waitFor();
		await messageItem(buying, 'Second').getByText('Read', { exact: true }).waitFor();
	});

	test('the buyer sees when the seller is online and typing', async () => {
		const { seller, buyer, buyerPath, sellerPath, room } = await createSellerAndBuyer();
		await sendMessagesAs(buyer, room, 'Hello');
		const buying = await visit(buyerPath, { as: buyer });
		await waitUntilReady(buying);
		expect(await buying.getByText(CHAT_MESSAGES.online).count()).toBe(0);

		const selling = await visit(sellerPath, { as: seller });
		await buying.getByText(CHAT_MESSAGES.online).waitFor();
		await waitUntilReady(selling);
		await composer(selling).pressSequentially('Let me look');

		const typingNotice = buying.getByText(CHAT_MESSAGES.typing(seller.userName));
		await typingNotice.waitFor({ state: 'attached' });
		await composer(selling).press('Enter');
		await messageItem(buying, 'Let me look').waitFor();
		await typingNotice.waitFor({ state: 'detached' });
		await selling.close();
		await buying.getByText(CHAT_MESSAGES.online).waitFor({ state: 'detached' });
	});
});

describe('Chat by keyboard', () => {
	test('a user sends a message, opens the report dialog and returns to the input without a mouse', async () => {
		const { seller, buyer, buyerPath } = await createSellerAndBuyer();
		const page = await visit(buyerPath, { as: buyer });
		await waitUntilReady(page);

		await typeByKeyboard(page, composer(page), 'No mouse');
		await page.keyboard.press('Enter');
		await messageItem(page, 'No mouse').waitFor();
		await page.keyboard.press('Shift+Tab');
		await page.getByLabel(CHAT_MESSAGES.addPhotos).and(page.locator(':focus')).waitFor();
		await page.keyboard.press('Shift+Tab');
		await page.getByRole('log').and(page.locator(':focus')).waitFor();
		await page.reload();
		await waitUntilReady(page);
		await pressByKeyboard(page, page.getByRole('button', { name: 'Chat options' }));
		await page.keyboard.press('Enter');

		await page.getByRole('dialog', { name: CHAT_MESSAGES.report(seller.userName) }).waitFor();
		await page.keyboard.press('Escape');
		await page.getByRole('button', { name: 'Chat options' }).and(page.locator(':focus')).waitFor();
		await tabTo(page, composer(page));
	});
});
