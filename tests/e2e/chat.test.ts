import { expect, test } from 'vitest';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import {
	composer,
	createSellerAndBuyer,
	messageItem,
	messageTexts,
	sendMessage,
	waitUntilReady,
} from '#tests/support/chat-page.ts';

const { visit } = await openBrowser();

test('a buyer’s messages are sent, delivered and read; each sees the other online and typing, and both see one order', async () => {
	const { seller, buyer, buyerPath, sellerPath } = await createSellerAndBuyer();
	const buying = await visit(buyerPath, { as: buyer });
	await sendMessage(buying, 'First');
	await messageItem(buying, 'First').getByText('Sent', { exact: true }).waitFor();
	expect(await buying.getByText(CHAT_MESSAGES.online).count()).toBe(0);

	// The seller is in the market, then in the chat.
	const selling = await visit('/chats?side=selling', { as: seller, width: 390 });
	await selling.getByRole('link', { name: /First/ }).waitFor();
	await buying.getByText(CHAT_MESSAGES.online).waitFor();
	await sendMessage(buying, 'Second');
	await messageItem(buying, 'Second').getByText('Delivered', { exact: true }).waitFor();
	await selling.goto(sellerPath);
	for (const text of ['First', 'Second'])
		await messageItem(buying, text).getByText('Read', { exact: true }).waitFor();

	// The seller types.
	await waitUntilReady(selling);
	await composer(selling).pressSequentially('Let me look');
	const typingNotice = buying.getByText(CHAT_MESSAGES.typing(seller.userName));
	await typingNotice.waitFor({ state: 'attached' });
	await composer(selling).press('Enter');
	await messageItem(buying, 'Let me look').waitFor();
	await typingNotice.waitFor({ state: 'detached' });

	// Both write at the same time.
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
	expect(texts).toHaveLength(13);
	expect(await messageTexts(selling)).toEqual(texts);

	await selling.close();
	await buying.getByText(CHAT_MESSAGES.online).waitFor({ state: 'detached' });
});
