import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import { openLocalCounter } from '#server/cluster/local-counter.ts';
import { openApp } from '#tests/support/app.ts';
import { CONNECTIONS_PER_ADDRESS, limitConnections } from './connection-limits.ts';

const t = await openApp();
const address = await t.app.listen({ port: 0, host: '127.0.0.1' });

/** A raw WebSocket connection, as a client without the library opens it. */
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
	'a client that keeps asking to join a namespace on one connection (%s) is closed after a few session lookups',
	async (knock) => {
		const { line, heard, closed } = await openBareLine();

		for (let time = 0; time < 200; time += 1) line.send(`${knock}{"token":"office_nobody"}`);

		await closed;
		expect(heard.filter((told) => told.startsWith('44')).length).toBeLessThanOrEqual(5);
	},
);

test('an address may open a thousand connections within three seconds, and another address its own thousand', async () => {
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

test('a page refused by the connection limit retries until after the window has passed', () => {
	const { reconnectAttempts, reconnectDelayMs } = CHAT_LIMITS;

	expect(CONNECTIONS_PER_ADDRESS.seconds * 1000).toBeLessThan(reconnectAttempts * reconnectDelayMs);
});
