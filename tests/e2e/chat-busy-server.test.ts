import { expect, test } from 'vitest';
import { CHAT_EVENTS, CHAT_MESSAGES, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import {
	createSellerAndBuyer,
	messageItem,
	sendMessage,
	waitUntilReady,
} from '#tests/support/chat-page.ts';
import { rejectFirstEvent } from '#tests/support/realtime-connection.ts';

const { visit } = await openBrowser();

test('a chat that a busy server refused to join opens without a click', async () => {
	const { buyer, buyerPath } = await createSellerAndBuyer();
	const page = await visit('/about', { as: buyer });
	const rejection = await rejectFirstEvent(
		page.context(),
		CHAT_EVENTS.joinRoom,
		COMMON_MESSAGES.unavailable,
	);

	await page.goto(buyerPath);

	await waitUntilReady(page);
	expect(rejection.countAttempts()).toBe(2);
	expect(await page.getByText(CHAT_MESSAGES.errorTitle).count()).toBe(0);
});

test('a message that the server rejects as sent from outside the chat is sent again after rejoining, without an error', async () => {
	const { buyer, buyerPath } = await createSellerAndBuyer();
	const page = await visit('/about', { as: buyer });
	await rejectFirstEvent(page.context(), CHAT_EVENTS.sendMessage, CHAT_MESSAGES.notJoined);
	await page.goto(buyerPath);

	await sendMessage(page, 'Is it there?');

	await messageItem(page, 'Is it there?').getByText('Sent', { exact: true }).waitFor();
	expect(await page.getByText(CHAT_MESSAGES.notJoined).count()).toBe(0);
});

test('messages read while the server was busy are marked as read on both sides', async () => {
	const { seller, buyer, buyerPath, sellerPath, room } = await createSellerAndBuyer();
	await sendMessagesAs(buyer, room, 'Is it there?');
	const buying = await visit(buyerPath, { as: buyer });
	const selling = await visit('/about', { as: seller });
	await rejectFirstEvent(selling.context(), REALTIME_EVENTS.markRead, COMMON_MESSAGES.unavailable);

	await selling.goto(sellerPath);

	await messageItem(buying, 'Is it there?').getByText('Read', { exact: true }).waitFor();
	await selling.getByRole('link', { name: 'My Chats', exact: true }).first().waitFor();
	expect(await selling.getByText(COMMON_MESSAGES.unavailable).count()).toBe(0);
});
