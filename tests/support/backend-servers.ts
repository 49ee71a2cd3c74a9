import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onCleanup } from './on-cleanup.ts';

/** A request that the balancer has forwarded to a server. */
interface ReceivedRequest {
	/** Index of the server, from 0. */
	server: number;
	method: string;
	url: string;
	headers: IncomingMessage['headers'];
	/** Size of its body in bytes. */
	size: number;
}

type Responder = (received: ReceivedRequest, response: ServerResponse) => void;

/**
 * Servers behind a balancer that stand for the app. A test decides how they answer (`respondWith`), and which of them
 * pass their health checks (`ready`, by index). Health checks are not recorded.
 */
export async function openBackendServers(count = 2) {
	const received: ReceivedRequest[] = [];
	const ready = Array<boolean>(count).fill(true);
	let respond: Responder = (_received, response) => void response.end('served');
	const servers = ready.map((_isReady, server) =>
		createServer(async (request, response) => {
			const { method = '', url = '', headers } = request;
			if (url === '/health/ready') return response.writeHead(ready[server] ? 200 : 503).end();
			const size = (await buffer(request)).length;
			received.push({ server, method, url, headers, size });
			respond({ server, method, url, headers, size }, response);
			return undefined;
		}),
	);
	const listen = (server: (typeof servers)[number], port: number) =>
		new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
	await Promise.all(servers.map((server) => listen(server, 0)));
	const ports = servers.map((server) => (server.address() as AddressInfo).port);

	async function stopServer(index: number): Promise<void> {
		servers[index]?.closeAllConnections();
		await new Promise<void>((resolve) => {
			servers[index]?.close(() => resolve());
		});
	}
	onCleanup(() => Promise.all(servers.map((_server, index) => stopServer(index))));
	return {
		ports,
		received,
		ready,
		respondWith: (next: Responder) => {
			respond = next;
		},
		/** Stops listening on its port. */
		stopServer,
		/** Listens again. */
		restartServer: async (index: number) => {
			const server = servers[index];
			if (server) await listen(server, ports[index] ?? 0);
		},
	};
}
