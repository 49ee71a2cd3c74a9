import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { CHAT_EVENTS, CHAT_LIMITS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { findAccessibilityViolations, openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import {
	composer,
	createSellerAndBuyer,
	messageItem,
	messageTexts,
	sendMessage,
	waitUntilReady,
} from '#tests/support/chat-page.ts';
import { openHttpOnlyProxy } from '#tests/support/http-only-proxy.ts';
import type { Person } from '#tests/support/people.ts';
import {
	controlRealtimeConnection,
	fakeRealtimeServer,
	rejectFirstEvent,
} from '#tests/support/realtime-connection.ts';
import { printLine } from '#tools/lib/terminal.ts';
import { timeMessages } from '../../bench/lib/browser-messages.ts';
import { median } from '../../bench/lib/statistics.ts';

const { visit } = await openBrowser();

const ALL_ATTEMPTS = CHAT_MESSAGES.reconnections(CHAT_LIMITS.reconnectAttempts);

/** A page of a signed-in user, before they open a chat. */
function visitAs(person: Person, width = 1024): Promise<Page> {
	return visit('/about', { as: person, width });
}

function panel(page: Page) {
	return page.getByRole('region', { name: CHAT_MESSAGES.errorTitle });
}

async function expectPanel(page: Page, message: string): Promise<void> {
	await panel(page).getByRole('heading', { name: CHAT_MESSAGES.errorTitle }).waitFor();
	await panel(page).getByRole('alert').getByText(message, { exact: true }).waitFor();
	await panel(page).getByRole('button', { name: CHAT_MESSAGES.retry }).waitFor();
}

/** Navigates within the app, without a reload. */
async function navigateTo(page: Page, path: string): Promise<void> {
	await page.evaluate((to) => {
		history.pushState(null, '', to);
		dispatchEvent(new PopStateEvent('popstate'));
	}, path);
}

describe('while a chat loads and connects', () => {
	test('the page says so', async () => {
		const { buyer, buyerPath } = await createSellerAndBuyer();
		const page = await visitAs(buyer);
		let release = () => {};
		const answered = new Promise<void>((resolve) => {
			release = resolve;
		});
		await page.route('**/api/chat/open/**', async (route) => {
			await answered;
			await route.fallback();
		});

		await page.goto(buyerPath);

		await page.getByRole('status').getByText(CHAT_MESSAGES.connecting).waitFor();
		release();
		await waitUntilReady(page);
	});

	test('the user can already type, and sends once it is connected', async () => {
		const { buyer, buyerPath } = await createSellerAndBuyer();
		const page = await visitAs(buyer);
		const connection = await controlRealtimeConnection(page.context());
		connection.disconnect();
		await page.goto(buyerPath);
		await composer(page).fill('Early');
		await composer(page).press('Enter');
		expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
		expect(await composer(page).inputValue()).toBe('Early');

		connection.reconnect();
		await waitUntilReady(page);
		await composer(page).press('Enter');

		await messageItem(page, 'Early').getByText('Sent', { exact: true }).waitFor();
	});
});

describe('a chat that cannot be shown says', () => {
	test('that its context could not be determined', async () => {
		const { buyer, buyerPath } = await createSellerAndBuyer();
		const page = await visitAs(buyer);
		await page.route('**/api/chat/open/**', (route) => route.abort());

		await page.goto(buyerPath);

		await expectPanel(page, CHAT_MESSAGES.noContext);
	});

	test('that the session token is missing', async () => {
		const { buyer, buyerPath } = await createSellerAndBuyer();
		const page = await visit('/chats', { as: buyer });
		await page.getByText(CHAT_MESSAGES.noChats).waitFor();
		await page.evaluate(() => localStorage.removeItem('accessToken'));

		await navigateTo(page, buyerPath);

		await expectPanel(page, CHAT_MESSAGES.noToken);
	});

	test('that the chat server asks the user to sign in', async () => {
		const { buyer, buyerPath } = await createSellerAndBuyer();
		const page = await visitAs(buyer);
		await fakeRealtimeServer(page.context(), (packet, sendPacket) => {
			const errorBody = JSON.stringify({ message: CHAT_MESSAGES.signIn });
			if (packet.startsWith('40')) sendPacket(`44${errorBody}`);
		});

		await page.goto(buyerPath);

		await expectPanel(page, CHAT_MESSAGES.signIn);
		await panel(page).getByText(CHAT_MESSAGES.reconnections(0)).waitFor();
	});

	test.each([
		{ event: ['error', {}], message: CHAT_MESSAGES.connectionError },
		{ event: ['error-message', 'The chat is on a break.'], message: 'The chat is on a break.' },
	])('$message', async ({ event, message }) => {
		const { buyer, buyerPath } = await createSellerAndBuyer();
		const page = await visitAs(buyer);
		await fakeRealtimeServer(page.context(), (packet, sendPacket) => {
			if (packet.startsWith('40')) sendPacket('40{"sid":"y"}');
			if (packet.startsWith('42["join room"')) sendPacket(`42${JSON.stringify(event)}`);
		});

		await page.goto(buyerPath);

		await expectPanel(page, message);
	});

	test('that the chat server is unreachable after five attempts; Retry reloads the page', async () => {
		const { buyer, buyerPath } = await createSellerAndBuyer();
		const page = await visitAs(buyer, 360);
		const connection = await controlRealtimeConnection(page.context());
		connection.disconnect();
		await page.goto(buyerPath);
		const connecting = page.getByRole('status').filter({ hasText: CHAT_MESSAGES.connecting });
		await connecting.getByText(/^[1-5]\/5$/).waitFor();

		await expectPanel(page, CHAT_MESSAGES.cannotConnect);
		await panel(page).getByText(ALL_ATTEMPTS, { exact: true }).waitFor();
		expect(await findAccessibilityViolations(page)).toEqual([]);
		connection.reconnect();
		await panel(page).getByRole('button', { name: CHAT_MESSAGES.retry }).click();

		await waitUntilReady(page);
		expect(await panel(page).count()).toBe(0);
	});
});

describe('when the connection breaks', () => {
	test('the messages stay visible, the attempts are counted, and the chat reconnects by itself', async () => {
		const { seller, buyer, buyerPath, room } = await createSellerAndBuyer();
		await sendMessagesAs(buyer, room, 'Before the tunnel');
		const page = await visit(buyerPath, { as: buyer, width: 360 });
		await waitUntilReady(page);

		await page.context().setOffline(true);
		const status = page.getByRole('status').filter({ hasText: CHAT_MESSAGES.reconnecting });
		await status.getByText(/^[1-5]\/5$/).waitFor();
		await messageItem(page, 'Before the tunnel').waitFor();
		await expectPanel(page, CHAT_MESSAGES.cannotConnect);
		await panel(page).getByText(ALL_ATTEMPTS, { exact: true }).waitFor();
		await panel(page).getByText(CHAT_MESSAGES.offline).waitFor();
		await messageItem(page, 'Before the tunnel').waitFor();
		expect(await findAccessibilityViolations(page)).toEqual([]);
		await sendMessagesAs(seller, room, 'Said meanwhile');
		await page.context().setOffline(false);

		await messageItem(page, 'Said meanwhile').waitFor();
		await panel(page).waitFor({ state: 'detached' });
		expect(await messageTexts(page)).toEqual(['Before the tunnel', 'Said meanwhile']);
	});

	test('messages written meanwhile are kept and sent after reconnecting, in order and once each', async () => {
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

	test('unsent messages survive a reload and are then sent once', async () => {
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

	test('unsent messages are sent from another page of the app as well', async () => {
		const { seller, buyer, buyerPath, sellerPath, room } = await createSellerAndBuyer();
		await sendMessagesAs(buyer, room, 'Hi');
		const buying = await visit('/chats', { as: buyer, width: 360 });
		await buying.getByRole('link', { name: /Hi/ }).click();
		await buying.waitForURL(buyerPath);
		const selling = await visit(sellerPath, { as: seller });
		await waitUntilReady(buying);
		await waitUntilReady(selling);
		await buying.context().setOffline(true);
		await sendMessage(buying, 'On my way');
		await messageItem(buying, 'On my way').getByText('Sending', { exact: true }).waitFor();

		await buying.getByRole('link', { name: 'Back to my chats' }).click();
		await buying.waitForURL('/chats');
		await buying.context().setOffline(false);

		await messageItem(selling, 'On my way').waitFor();
		expect(await messageTexts(selling)).toEqual(['Hi', 'On my way']);
	});
});

test('a message that a busy server did not take is sent again and arrives once', async () => {
	const { seller, buyer, buyerPath, sellerPath, room } = await createSellerAndBuyer();
	await sendMessagesAs(buyer, room, 'Hi');
	const selling = await visit(sellerPath, { as: seller });
	const buying = await visitAs(buyer);
	const connection = await rejectFirstEvent(
		buying.context(),
		CHAT_EVENTS.sendMessage,
		COMMON_MESSAGES.unavailable,
	);
	await buying.goto(buyerPath);
	await waitUntilReady(buying);
	await waitUntilReady(selling);

	await sendMessage(buying, 'Anybody there?');
	await messageItem(buying, 'Anybody there?').getByText('Sending', { exact: true }).waitFor();

	await messageItem(buying, 'Anybody there?').getByText('Read', { exact: true }).waitFor();
	expect(connection.countAttempts()).toBe(2);
	expect(await buying.getByText(COMMON_MESSAGES.unavailable).count()).toBe(0);
	expect(await messageTexts(selling)).toEqual(['Hi', 'Anybody there?']);
	expect(await messageTexts(buying)).toEqual(['Hi', 'Anybody there?']);
});

test('a session that is ended elsewhere leaves the chat', async () => {
	const { buyer, buyerPath } = await createSellerAndBuyer();
	const page = await visit(buyerPath, { as: buyer });
	await waitUntilReady(page);

	const headers = { authorization: `Bearer ${buyer.token}` };
	await fetch(`${inject('marketAddress')}/api/auth/logout`, { method: 'POST', headers });

	await page.waitForURL('/');
	await page.getByRole('link', { name: 'Login' }).waitFor();
});

test('behind a proxy that allows no WebSocket the chat still works', async () => {
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

test('twenty messages arrive on the other side in order, once each', async () => {
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
