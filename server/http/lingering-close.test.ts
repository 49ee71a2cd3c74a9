import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { lingerOnClose } from './lingering-close.ts';

const LONG = 600_000;
const HEAD = 'POST / HTTP/1.1\r\nHost: market.example\r\nContent-Length: 100000000\r\n\r\n';

/** Resolves on 'close'; a cut connection also emits 'error', so `once` would reject. */
const waitForClose = (socket: Socket) =>
	new Promise<void>((resolve) => void socket.once('close', () => resolve()));

/** A server that responds before reading the body and closes the connection. */
async function openServer(limits: { ms: number; maxBytes: number }) {
	let requests = 0;
	const refuse: RequestListener = (request, response) => {
		requests += 1;
		lingerOnClose(request, limits);
		response.writeHead(413, { connection: 'close' }).end('Too large.');
	};
	const server = createServer(refuse).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;

	/** Both ends of a connection; the client's end stays open when the server's closes. */
	async function open(): Promise<[clientSocket: Socket, serverSocket: Socket]> {
		const connected = once(server, 'connection');
		const clientSocket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
		clientSocket.on('error', () => undefined);
		onTestFinished(() => void clientSocket.destroy());
		const [serverSocket] = await connected;
		return [clientSocket, serverSocket];
	}
	onTestFinished(() => void server.close());
	return { open, requests: () => requests };
}

test('after a refused upload, a silent client is disconnected at the time limit', async () => {
	const { open } = await openServer({ ms: 20, maxBytes: LONG });
	const [clientSocket, serverSocket] = await open();

	clientSocket.write(HEAD);

	await waitForClose(serverSocket);
	expect(await text(clientSocket)).toMatch(/^HTTP\/1\.1 413 /);
});

test('after a refused upload, a client that keeps sending is disconnected at the byte limit', async () => {
	const { open } = await openServer({ ms: LONG, maxBytes: 1_000_000 });
	const [clientSocket, serverSocket] = await open();
	clientSocket.write(HEAD);
	const answer = await once(clientSocket, 'data');
	const closed = waitForClose(serverSocket);

	while (!serverSocket.destroyed) {
		// The client may notice the disconnect first, as a failed write.
		const drained = () => once(clientSocket, 'drain').catch(() => closed);
		if (!clientSocket.write(Buffer.alloc(100_000))) await Promise.race([drained(), closed]);
	}

	expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
	expect(serverSocket.bytesRead).toBeGreaterThan(1_000_000);
	expect(serverSocket.bytesRead).toBeLessThan(2_000_000);
});

test('after a refused upload, the connection of a client that closes it is released at once', async () => {
	const { open } = await openServer({ ms: LONG, maxBytes: LONG });
	const [clientSocket, serverSocket] = await open();
	clientSocket.write(HEAD);
	await text(clientSocket);

	clientSocket.end();

	await waitForClose(serverSocket);
});

test('data after a refused request body is not read as a new request', async () => {
	const { open, requests } = await openServer({ ms: LONG, maxBytes: LONG });
	const [clientSocket, serverSocket] = await open();
	clientSocket.write(HEAD.replace('100000000', '3'));
	const answer = await text(clientSocket);

	clientSocket.end('abcGET / HTTP/1.1\r\nHost: market.example\r\n\r\n');

	await waitForClose(serverSocket);
	expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413']);
	expect(requests()).toBe(1);
});
