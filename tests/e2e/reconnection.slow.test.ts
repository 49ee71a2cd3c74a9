import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CHAT_LIMITS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import {
	createSellerAndBuyer,
	messageItem,
	messageTexts,
	waitUntilReady,
	writeOffline,
} from '#tests/support/chat-page.ts';
import type { Person } from '#tests/support/people.ts';
import { controlRealtimeConnection } from '#tests/support/realtime-connection.ts';

const { visit } = await openBrowser();

const panel = (page: Page) => page.getByRole('region', { name: CHAT_MESSAGES.errorTitle });

/** Waits until the chat has used up its reconnection attempts. */
async function waitUntilGivenUp(page: Page): Promise<void> {
	await panel(page).getByText(CHAT_MESSAGES.cannotConnect, { exact: true }).waitFor();
	const attemptsMessage = CHAT_MESSAGES.reconnections(CHAT_LIMITS.reconnectAttempts);
	await panel(page).getByText(attemptsMessage, { exact: true }).waitFor();
}

/** Opens a chat without a connection, on a page with a fake clock, and waits until it has given up reconnecting. */
async function openDisconnected(person: Person, path: string) {
	const page = await visit('/about', { as: person });
	const connection = await controlRealtimeConnection(page.context());
	await page.clock.install();
	connection.disconnect();
	await page.goto(path);
	await waitUntilGivenUp(page);
	return { page, connection };
}

/** Navigates within the app, without a reload. */
async function navigateTo(page: Page, path: string): Promise<void> {
	await page.evaluate((to) => {
		history.pushState(null, '', to);
		dispatchEvent(new PopStateEvent('popstate'));
	}, path);
}

/** Simulates that the tab is hidden or shown. */
async function setVisibility(page: Page, visibilityState: 'visible' | 'hidden'): Promise<void> {
	await page.evaluate((value) => {
		Object.defineProperty(document, 'visibilityState', { value, configurable: true });
		document.dispatchEvent(new Event('visibilitychange'));
	}, visibilityState);
}

test('opening another chat reconnects a client that had given up reconnecting', async () => {
	const { buyer, buyerPath } = await createSellerAndBuyer();
	const { seller: another, itemId } = await createSellerAndBuyer({ title: 'Another thing' });
	const { page, connection } = await openDisconnected(buyer, buyerPath);
	connection.reconnect();

	await navigateTo(page, `/chat/${another.id}/${itemId}`);

	await page.getByRole('link', { name: /^Another thing ₹/ }).waitFor();
	await waitUntilReady(page);
	expect(await panel(page).count()).toBe(0);
});

test('an open chat that gave up reconnecting retries automatically and recovers once the server is reachable', async () => {
	const { buyer, buyerPath } = await createSellerAndBuyer();
	const { page, connection } = await openDisconnected(buyer, buyerPath);
	const countBefore = connection.countAttempts();

	const failed = page.waitForEvent('requestfailed', (request) =>
		request.url().includes('/socket.io/'),
	);
	await page.clock.fastForward('01:00');
	await failed;
	expect(connection.countAttempts()).toBe(countBefore + 1);
	await waitUntilGivenUp(page);
	connection.reconnect();
	// Repeated, because the next attempt is scheduled only a moment after the last one has failed.
	await expect
		.poll(
			async () => {
				if (connection.countAttempts() === countBefore + 1) await page.clock.fastForward('01:00');
				return connection.countAttempts();
			},
			{ interval: 1000 },
		)
		.toBe(countBefore + 2);

	await waitUntilReady(page);
});

test('a hidden chat page does not retry the connection, and reconnects at once when it becomes visible', async () => {
	const { buyer, buyerPath } = await createSellerAndBuyer();
	const { page, connection } = await openDisconnected(buyer, buyerPath);
	const countBefore = connection.countAttempts();
	await setVisibility(page, 'hidden');

	await page.clock.fastForward('10:00');
	connection.reconnect();
	await setVisibility(page, 'visible');

	await waitUntilReady(page);
	expect(connection.countAttempts()).toBe(countBefore + 1);
});

test('an unsent chat message is sent automatically after the user has moved to a page without a chat', async () => {
	const { seller, buyer, buyerPath, sellerPath, room } = await createSellerAndBuyer();
	await sendMessagesAs(buyer, room, 'Hi');
	const selling = await visit(sellerPath, { as: seller });
	await waitUntilReady(selling);
	const page = await visit('/about', { as: buyer });
	const connection = await controlRealtimeConnection(page.context());
	await page.clock.install();
	await page.goto(buyerPath);
	await waitUntilReady(page);
	await writeOffline(page, 'I take it');
	connection.disconnect();
	await page.context().setOffline(false);
	await waitUntilGivenUp(page);

	await navigateTo(page, '/about');
	await page.getByRole('heading', { level: 1, name: /^About/ }).waitFor();
	connection.reconnect();
	await page.clock.fastForward('01:00');

	await messageItem(selling, 'I take it').waitFor();
	expect(await messageTexts(selling)).toEqual(['Hi', 'I take it']);
});
