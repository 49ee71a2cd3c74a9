import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CHAT_LIMITS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import {
	createSellerAndBuyer,
	messageItem,
	messageTexts,
	sendMessage,
	waitUntilReady,
	writeOffline,
} from '#tests/support/chat-page.ts';
import { selectPhotos } from '#tests/support/posting.ts';
import { jpeg } from '#tests/support/test-images.ts';

const { visit } = await openBrowser();

/** Waits until the chat has used up its reconnection attempts. */
async function waitUntilGivenUp(page: Page): Promise<void> {
	const panel = page.getByRole('region', { name: CHAT_MESSAGES.errorTitle });
	await panel.getByText(CHAT_MESSAGES.cannotConnect, { exact: true }).waitFor();
	const attempts = CHAT_MESSAGES.reconnections(CHAT_LIMITS.reconnectAttempts);
	await panel.getByText(attempts, { exact: true }).waitFor();
}

/** Simulates that the tab is hidden or shown. */
async function setVisibility(page: Page, visibilityState: 'visible' | 'hidden'): Promise<void> {
	await page.evaluate((value) => {
		Object.defineProperty(document, 'visibilityState', { value, configurable: true });
		document.dispatchEvent(new Event('visibilitychange'));
	}, visibilityState);
}

/** Navigates within the app, without a reload. */
async function navigateTo(page: Page, path: string): Promise<void> {
	await page.evaluate((to) => {
		history.pushState(null, '', to);
		dispatchEvent(new PopStateEvent('popstate'));
	}, path);
}

test('messages and a photo that a buyer writes offline reach the seller in order and exactly once, even while another chat is open', async () => {
	const { seller, buyer, buyerPath, sellerPath, room } = await createSellerAndBuyer({
		title: 'First thing',
	});
	await sendMessagesAs(buyer, room, 'Hi');
	const second = await createSellerAndBuyer({ title: 'Second thing' });
	const other = { itemId: second.itemId, buyerId: buyer.id };
	await sendMessagesAs(buyer, other, 'About the second');
	const selling = await visit(sellerPath, { as: seller });
	await waitUntilReady(selling);
	const buying = await visit(`/chat/${second.seller.id}/${second.itemId}`, {
		as: buyer,
		width: 390,
	});
	await waitUntilReady(buying);
	const back = buying.getByRole('link', { name: 'Back to my chats' });
	await back.click();
	await buying.getByRole('link', { name: /First thing/ }).click();
	await buying.waitForURL(buyerPath);
	await waitUntilReady(buying);

	await writeOffline(buying, 'One');
	for (const text of ['Two', 'Three']) await sendMessage(buying, text);
	await selectPhotos(buying, await jpeg({ width: 900, height: 600, colour: 'blue' }));
	await buying.getByRole('button', { name: 'Remove photo 1' }).waitFor();
	await buying.getByRole('button', { name: 'Send' }).click();
	await expect.poll(() => buying.getByText(CHAT_MESSAGES.notSent).count()).toBeGreaterThan(3);
	await back.click();
	await buying.getByRole('link', { name: /Second thing/ }).click();
	const offline = buying.getByRole('status').filter({ hasText: CHAT_MESSAGES.openedOffline });
	await offline.waitFor();
	await buying.context().setOffline(false);
	await offline.waitFor({ state: 'detached' });

	const photos = selling.getByRole('log').getByRole('button', { name: /^Photo/ });
	await photos.first().waitFor();
	const expected = ['Hi', 'One', 'Two', 'Three'];
	expect(await messageTexts(selling)).toEqual(expected);
	await waitUntilReady(buying);
	expect(await messageTexts(buying)).toEqual(['About the second']);
	await selling.reload();
	await photos.first().waitFor();
	expect(await photos.count()).toBe(1);
	expect(await messageTexts(selling)).toEqual(expected);
});

test('an unsent message survives a reload, and is sent exactly once when the connection returns on another page', async () => {
	const { seller, buyer, buyerPath, sellerPath, room } = await createSellerAndBuyer();
	await sendMessagesAs(buyer, room, 'Hi');
	const selling = await visit(sellerPath, { as: seller });
	await waitUntilReady(selling);
	const page = await visit('/about', { as: buyer });
	const connection = await controlRealtimeConnection(page.context());
	await page.goto(buyerPath);
	await waitUntilReady(page);
	await writeOffline(page, 'Kept');
	connection.disconnect();
	await page.context().setOffline(false);

	await page.reload();
	await messageItem(page, 'Kept').waitFor();
	await page.getByText(CHAT_MESSAGES.connecting).waitFor();
	await page.goto('/about');
	connection.reconnect();

	await messageItem(selling, 'Kept').waitFor();
	expect(await messageTexts(selling)).toEqual(['Hi', 'Kept']);
});

test('a chat that gave up reconnecting tries again each minute, when its hidden page is shown, and when another chat is opened', async () => {
	const { buyer, buyerPath } = await createSellerAndBuyer();
	const { seller: another, itemId } = await createSellerAndBuyer({ title: 'Another thing' });
	const page = await visit('/about', { as: buyer });
	const connection = await controlRealtimeConnection(page.context());
	await page.clock.install();
	connection.disconnect();
	await page.goto(buyerPath);
	await waitUntilGivenUp(page);
	const countBefore = connection.countAttempts();
	const failed = page.waitForEvent('requestfailed', (request) =>
		request.url().includes('/socket.io/'),
	);
	await page.clock.fastForward('01:00');
	await failed;
	expect(connection.countAttempts()).toBe(countBefore + 1);
	await waitUntilGivenUp(page);

	await setVisibility(page, 'hidden');
	await page.clock.fastForward('10:00');
	expect(connection.countAttempts()).toBe(countBefore + 1);
	await setVisibility(page, 'visible');
	await expect.poll(() => connection.countAttempts()).toBe(countBefore + 2);
	await waitUntilGivenUp(page);

	connection.reconnect();
	await navigateTo(page, `/chat/${another.id}/${itemId}`);
	await page.getByRole('link', { name: /^Another thing ₹/ }).waitFor();
	await waitUntilReady(page);
	expect(await page.getByRole('region', { name: CHAT_MESSAGES.errorTitle }).count()).toBe(0);
});

const SOCKET_URL = /\/socket\.io\//;

/** Lets a test refuse new realtime connections of a browser's pages, and accept them again. Open ones stay open. */
async function controlRealtimeConnection(context: BrowserContext) {
	let isDisconnected = false;
	let attempts = 0;
	await context.route(SOCKET_URL, (route) => (isDisconnected ? route.abort() : route.fallback()));
	await context.routeWebSocket(SOCKET_URL, (socket) => {
		attempts += 1;
		// An invalid packet makes the client fail at once. After a closed socket it would wait for a timeout.
		if (isDisconnected) socket.send('?');
		else socket.connectToServer();
	});
	return {
		disconnect: () => {
			isDisconnected = true;
		},
		reconnect: () => {
			isDisconnected = false;
		},
		/** How often pages have tried to open a WebSocket. */
		countAttempts: () => attempts,
	};
}
