import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import {
	createSellerAndBuyer,
	messageItem,
	messageTexts,
	sendMessage,
	waitUntilReady,
} from '#tests/support/chat-page.ts';
import { openHttpOnlyProxy } from '#tests/support/http-only-proxy.ts';
import type { Person } from '#tests/support/people.ts';
import { controlRealtimeConnection } from '#tests/support/realtime-connection.ts';
import { printLine } from '#tools/lib/terminal.ts';
import { timeMessages } from '../../bench/lib/browser-messages.ts';
import { median } from '../../bench/lib/statistics.ts';

const { visit } = await openBrowser();

/** Opens a page without a chat, so that a test can change the connection before it opens the chat. */
function visitAs(person: Person): Promise<Page> {
	return visit('/about', { as: person });
}

test('the Retry button loads a chat whose first loading failed', async () => {
	const { buyer, buyerPath } = await createSellerAndBuyer();
	const page = await visitAs(buyer);
	await page.route('**/api/chat/open/**', (route) => route.abort());
	await page.goto(buyerPath);
	const retry = page.getByRole('button', { name: CHAT_MESSAGES.retry });
	await retry.waitFor();

	await page.unroute('**/api/chat/open/**');
	await retry.click();

	await waitUntilReady(page);
});

describe('Chat without a connection', () => {
	test('messages written offline are sent in order and exactly once after the connection returns', async () => {
		const { seller, buyer, buyerPath, sellerPath, room } = await createSellerAndBuyer();
		await sendMessagesAs(buyer, room, 'Hi');
		const buying = await visit(buyerPath, { as: buyer });
		const selling = await visit(sellerPath, { as: seller });
		await waitUntilReady(buying);
		await waitUntilReady(selling);

		await buying.context().setOffline(true);
		await buying.getByText(CHAT_MESSAGES.reconnecting).waitFor();
		for (const text of ['One', 'Two', 'Three']) await sendMessage(buying, text);
		await messageItem(buying, 'Two').getByText('Sending', { exact: true }).waitFor();
		await messageItem(buying, 'Two').getByText(CHAT_MESSAGES.notSent).waitFor();
		await buying.context().setOffline(false);

		await messageItem(buying, 'Three').getByText('Read', { exact: true }).waitFor();
		expect(await messageTexts(selling)).toEqual(['Hi', 'One', 'Two', 'Three']);
		expect(await messageTexts(buying)).toEqual(['Hi', 'One', 'Two', 'Three']);
		await selling.reload();
		await messageItem(selling, 'Three').waitFor();
		expect(await messageTexts(selling)).toEqual(['Hi', 'One', 'Two', 'Three']);
	});

	test('an unsent message survives a page reload and is sent exactly once when the connection returns', async () => {
		const { seller, buyer, buyerPath, sellerPath, room } = await createSellerAndBuyer();
		await sendMessagesAs(buyer, room, 'Hi');
		const page = await visitAs(buyer);
		const connection = await controlRealtimeConnection(page.context());
		await page.goto(buyerPath);
		await waitUntilReady(page);
		await page.context().setOffline(true);
		await page.getByText(CHAT_MESSAGES.reconnecting).waitFor();
		await sendMessage(page, 'Kept');
		await messageItem(page, 'Kept').waitFor();
		connection.disconnect();
		await page.context().setOffline(false);

		await page.reload();
		await page.getByText(CHAT_MESSAGES.connecting).waitFor();
		connection.reconnect();

		await messageItem(page, 'Kept').getByText('Sent', { exact: true }).waitFor();
		const selling = await visit(sellerPath, { as: seller });
		await messageItem(selling, 'Kept').waitFor();
		expect(await messageTexts(selling)).toEqual(['Hi', 'Kept']);
	});
});

test('when a user’s session ends elsewhere, the open chat page redirects to the home page', async () => {
	const { buyer, buyerPath } = await createSellerAndBuyer();
	const page = await visit(buyerPath, { as: buyer });
	await waitUntilReady(page);

	const headers = { authorization: `Bearer ${buyer.token}` };
	await fetch(`${inject('marketAddress')}/api/auth/logout`, { method: 'POST', headers });

	await page.waitForURL('/');
	await page.getByRole('link', { name: 'Login' }).waitFor();
});

test('behind a proxy that allows no WebSocket, chat messages are sent, received and marked as read', async () => {
	const { seller, buyer, buyerPath, sellerPath } = await createSellerAndBuyer();
	const origin = await openHttpOnlyProxy();
	const buying = await visit(`${origin}/about`);
	await buying.evaluate(
		({ id, token }) => {
			localStorage.setItem('accessToken', token);
			localStorage.setItem('userId', String(id));
		},
		{ id: buyer.id, token: buyer.token },
	);
	await buying.goto(`${origin}${buyerPath}`);
	await sendMessage(buying, 'The long way round');
	await messageItem(buying, 'The long way round').getByText('Sent', { exact: true }).waitFor();

	const selling = await visit(sellerPath, { as: seller });
	await sendMessage(selling, 'I hear you');

	await messageItem(buying, 'I hear you').waitFor();
	await messageItem(buying, 'The long way round').getByText('Read', { exact: true }).waitFor();
});

test('twenty chat messages sent in a row reach the other user in order and exactly once', async () => {
	const { seller, buyer, buyerPath, sellerPath, room } = await createSellerAndBuyer();
	await sendMessagesAs(buyer, room, 'Hi');
	const buying = await visit(buyerPath, { as: buyer });
	const selling = await visit(sellerPath, { as: seller });
	await Promise.all([waitUntilReady(buying), waitUntilReady(selling)]);

	const durationsMs = await timeMessages(buying, selling, 20);

	printLine(`From the press to the other side: median ${median(durationsMs).toFixed(0)} ms of 20`);
	const texts = Array.from({ length: 20 }, (_, index) => `Word ${index + 1} of 20`);
	expect(await messageTexts(selling)).toEqual(['Hi', ...texts]);
});
