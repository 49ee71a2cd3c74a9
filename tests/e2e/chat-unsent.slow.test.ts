import { expect, test } from 'vitest';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import {
	createSellerAndBuyer,
	messageItem,
	messageTexts,
	waitUntilReady,
	writeOffline,
} from '#tests/support/chat-page.ts';
import { controlRealtimeConnection } from '#tests/support/realtime-connection.ts';

const { visit } = await openBrowser();

test('a chat message written offline is sent after reconnecting, even when another chat is open by then', async () => {
	const { seller, buyer, buyerPath, sellerPath, room } = await createSellerAndBuyer({
		title: 'First thing',
	});
	await sendMessagesAs(buyer, room, 'About the first');
	const { itemId, seller: another } = await createSellerAndBuyer({ title: 'Second thing' });
	await sendMessagesAs(buyer, { itemId, buyerId: buyer.id }, 'About the second');
	const selling = await visit(sellerPath, { as: seller });
	await waitUntilReady(selling);
	const buying = await visit(`/chat/${another.id}/${itemId}`, { as: buyer, width: 360 });
	await waitUntilReady(buying);
	const back = buying.getByRole('link', { name: 'Back to my chats' });
	await back.click();
	await buying.getByRole('link', { name: /First thing/ }).click();
	await buying.waitForURL(buyerPath);
	await waitUntilReady(buying);
	await writeOffline(buying, 'I take it, 5 pm');

	await back.click();
	await buying.getByRole('link', { name: /Second thing/ }).click();
	const offline = buying.getByRole('status').filter({ hasText: CHAT_MESSAGES.openedOffline });
	await offline.waitFor();
	await buying.context().setOffline(false);
	await offline.waitFor({ state: 'detached' });

	await messageItem(selling, 'I take it, 5 pm').waitFor();
	expect(await messageTexts(selling)).toEqual(['About the first', 'I take it, 5 pm']);
	await waitUntilReady(buying);
	expect(await messageTexts(buying)).toEqual(['About the second']);
});

test('a chat message written offline is sent after the user loads another page of the market', async () => {
	const { seller, buyer, buyerPath, sellerPath, room } = await createSellerAndBuyer();
	await sendMessagesAs(buyer, room, 'Hi');
	const selling = await visit(sellerPath, { as: seller });
	await waitUntilReady(selling);
	const page = await visit('/about', { as: buyer });
	const realtimeConnection = await controlRealtimeConnection(page.context());
	await page.goto(buyerPath);
	await waitUntilReady(page);
	await writeOffline(page, 'Kept');
	realtimeConnection.disconnect();
	await page.context().setOffline(false);
	await page.goto('/about');
	realtimeConnection.reconnect();

	await messageItem(selling, 'Kept').waitFor();
	expect(await messageTexts(selling)).toEqual(['Hi', 'Kept']);
});
