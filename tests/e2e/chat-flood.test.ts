import { expect, test } from 'vitest';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import {
	createSellerAndBuyer,
	messageItem,
	sendMessage,
	waitUntilReady,
} from '#tests/support/chat-page.ts';

const { visit } = await openBrowser();

test('receiving many messages does not reduce how many a user may send', async () => {
	const { seller, buyer, sellerPath, room } = await createSellerAndBuyer();
	await sendMessagesAs(buyer, room, 'Is it there?');
	const page = await visit('/about', { as: seller });
	const sent: string[] = [];
	page.on('websocket', (socket) => {
		socket.on('framesent', ({ payload }) => void sent.push(String(payload)));
	});
	await page.goto(sellerPath);
	await waitUntilReady(page);

	for (let count = 1; count <= 40; count += 1) await sendMessagesAs(buyer, room, `Hello ${count}`);
	await messageItem(page, 'Hello 40').waitFor();
	await sendMessage(page, 'I am here');
	await messageItem(page, 'I am here').getByText('Sent', { exact: true }).waitFor();

	const { markRead, markDelivered } = REALTIME_EVENTS;
	const marks = sent.filter(
		(packet) => packet.includes(markRead) || packet.includes(markDelivered),
	);
	expect(marks.length).toBeGreaterThan(0);
	expect(marks.length).toBeLessThan(40);
});
