import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import { openLocalCounter } from '#server/cluster/counter.ts';
import { openApp } from '#tests/support/app.ts';
import { CONNECTIONS_PER_ADDRESS, isAllowedOrigin, limitConnections } from './admission.ts';

const t = await openApp();
const address = await t.app.listen({ port: 0, host: '127.0.0.1' });

/** A raw WebSocket connection, as a client without the library opens it. */
async function openRawWebSocket() {
	const websocket = new WebSocket(
		`${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
	);
	const received: string[] = [];
	const closed = new Promise<void>(
		(resolve) => void websocket.addEventListener('close', () => resolve()),
	);
	const opened = new Promise<void>((resolve) => {
		websocket.addEventListener('message', ({ data }) => {
			if (received.push(String(data)) === 1) resolve();
		});
	});
	await opened;
	return { websocket, received, closed };
}

test('a client that repeats the handshake with an invalid token is disconnected after a few session lookups', async () => {
	for (const handshake of ['40', '40/office,']) {
		const { websocket, received, closed } = await openRawWebSocket();

		for (let time = 0; time < 200; time += 1)
			websocket.send(`${handshake}{"token":"office_nobody"}`);

		await closed;
		expect(received.filter((reason) => reason.startsWith('44')).length).toBeLessThanOrEqual(5);
	}
});

test('one IP address can open at most a thousand realtime connections at once, and another address is counted separately', async () => {
	const checkConnection = limitConnections(
		{ rateLimit: true, trustProxy: (_address, hop) => hop < 1 },
		openLocalCounter,
	);
	const from = (client: string) => {
		const request = new IncomingMessage(new Socket());
		request.headers['x-forwarded-for'] = client;
		return request;
	};

	const responses = await Promise.all(
		Array.from({ length: 1001 }, () => checkConnection(from('203.0.113.7'))),
	);

	expect(responses.filter((isAllowed) => isAllowed)).toHaveLength(1000);
	expect(await checkConnection(from('203.0.113.8'))).toBe(true);
});

test('an IP address with too many connections is admitted again before a page makes its last reconnection attempt', async () => {
	vi.useFakeTimers({ toFake: ['performance'] });
	const checkConnection = limitConnections(
		{ rateLimit: true, trustProxy: () => false },
		openLocalCounter,
	);
	const request = new IncomingMessage(new Socket());
	for (let count = 0; count < CONNECTIONS_PER_ADDRESS.count; count += 1)
		await checkConnection(request);
	expect(await checkConnection(request)).toBe(false);

	const admitted: boolean[] = [];
	for (let attempt = 0; attempt < CHAT_LIMITS.reconnectAttempts; attempt += 1) {
		vi.advanceTimersByTime(CHAT_LIMITS.reconnectDelayMs);
		admitted.push(await checkConnection(request));
	}

	expect(admitted[0]).toBe(false);
	expect(admitted).toContain(true);
});

const CONFIG = {
	publicUrl: 'https://market.example',
	corsOrigins: ['https://pages.example'],
	trustProxy: false as const,
};
const host = '127.0.0.1:3000';

test.each([
	[undefined, true],
	['https://market.example', true],
	['https://pages.example', true],
	[`http://${host}`, true],
	['https://evil.example', false],
	['https://market.example.evil.example', false],
	['http://127.0.0.1:3001', false],
	['null', false],
	['', false],
])('a page with the origin %j may open a realtime connection: %j', (origin, may) => {
	expect(isAllowedOrigin({ host, ...(origin !== undefined && { origin }) }, CONFIG)).toBe(may);
});

test('the forwarded host is an allowed origin only behind a trusted proxy', () => {
	const headers = { host, origin: 'https://shop.example', 'x-forwarded-host': 'shop.example' };

	expect(isAllowedOrigin(headers, CONFIG)).toBe(false);
	expect(isAllowedOrigin(headers, { ...CONFIG, trustProxy: 'loopback' })).toBe(true);
});
