import { expect, test } from 'vitest';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { meet, ready, said, write } from '#tests/support/chat-page.ts';
import { writeAs } from '#tests/support/chatting.ts';

const { visit } = await openBrowser();

test('receiving many messages does not reduce how many a user may send', async () => {
	const { seller, buyer, sellerPath, room } = await meet();
	await writeAs(buyer, room, 'Is it there?');
	const page = await visit('/about', { as: seller });
	const sent: string[] = [];
	page.on('websocket', (socket) => {
		socket.on('framesent', ({ payload }) => void sent.push(String(payload)));
	});
	await page.goto(sellerPath);
	await ready(page);

	for (let count = 1; count <= 40; count += 1) await writeAs(buyer, room, `Hello ${count}`);
	await said(page, 'Hello 40').waitFor();
	await write(page, 'I am here');
	await said(page, 'I am here').getByText('Sent', { exact: true }).waitFor();

	const { markRead, markDelivered } = REALTIME_EVENTS;
	const marks = sent.filter(
		(packet) => packet.includes(markRead) || packet.includes(markDelivered),
	);
	expect(marks.length).toBeGreaterThan(0);
	expect(marks.length).toBeLessThan(40);
});
