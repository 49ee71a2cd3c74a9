import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createProxyServer } from 'http-proxy-3';
import { inject, onTestFinished } from 'vitest';

/**
 * An HTTP proxy without WebSocket support, as some networks have; it ends with the test.
 * @returns its origin
 */
export async function openHttpOnlyProxy(): Promise<string> {
	const proxy = createProxyServer({ target: inject('marketAddress') });
	const server = createServer((request, response) => proxy.web(request, response));
	// A page that closes leaves requests half answered.
	proxy.on('error', (_error, request) => request.socket.destroy());
	server.on('upgrade', (_request, socket) => socket.destroy());
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
		proxy.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
