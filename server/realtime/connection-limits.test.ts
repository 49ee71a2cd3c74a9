import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import { openLocalCounter } from '#server/cluster/local-counter.ts';
import { openApp } from '#tests/support/app.ts';
import { CONNECTIONS_PER_ADDRESS, limitConnections } from './connection-limits.ts';

const t = await openApp();
const address = await t.app.listen({ port: 0, host: '127.0.0.1' });

/** A line as somebody opens it who keeps to no library. */
async function openBareLine() {
	const line = new WebSocket(
		`${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
	);
	const heard: string[] = [];
	const closed = new Promise<void>((settle) => void line.addEventListener('close', () => settle()));
	const opened = new Promise<void>((settle) => {
		line.addEventListener('message', ({ data }) => {
			if (heard.push(String(data)) === 1) settle();
		});
	});
	await opened;
	return { line, heard, closed };
}

test.each(['40', '40/office,'])(
	'whoever asks to come in again and again on one line (%s) is closed, and looked up a few times',
	async (knock) => {
		const { line, heard, closed } = await openBareLine();

		for (let time = 0; time < 200; time += 1) line.send(`${knock}{"token":"office_nobody"}`);

		await closed;
		expect(heard.filter((told) => told.startsWith('44')).length).toBeLessThanOrEqual(5);
	},
);

test('an address opens a thousand lines within three seconds, and another one its own', async () => {
	const mayOpen = limitConnections(
		{ rateLimit: true, trustProxy: (_address, hop) => hop < 1 },
		openLocalCounter,
	);
	const from = (client: string) => {
		const request = new IncomingMessage(new Socket());
		request.headers['x-forwarded-for'] = client;
		return request;
	};

	const answers = await Promise.all(
		Array.from({ length: 1001 }, () => mayOpen(from('203.0.113.7'))),
	);

	expect(answers.filter((mayOne) => mayOne)).toHaveLength(1000);
	expect(await mayOpen(from('203.0.113.8'))).toBe(true);
});

test('a page that was one too many of its address asks again before it gives up', () => {
	const { reconnectAttempts, reconnectDelayMs } = CHAT_LIMITS;

	expect(CONNECTIONS_PER_ADDRESS.seconds * 1000).toBeLessThan(reconnectAttempts * reconnectDelayMs);
});
