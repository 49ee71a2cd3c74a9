import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { whenDone } from './when-done.ts';

/** A request that the balancer has forwarded to a server. */
interface Asked {
	/** Index of the server, from 0. */
	server: number;
	method: string;
	url: string;
	headers: IncomingMessage['headers'];
	/** Size of its body in bytes. */
	size: number;
}

type Answer = (asked: Asked, response: ServerResponse) => void;

/**
 * Servers behind a balancer that stand for the app and answer as a test decides; health checks are answered by `ready`
 * and not recorded.
 */
export async function openServers(count = 2) {
	const asked: Asked[] = [];
	const ready = Array<boolean>(count).fill(true);
	let answer: Answer = (_asked, response) => void response.end('served');
	const servers = ready.map((_isReady, server) =>
		createServer(async (request, response) => {
			const { method = '', url = '', headers } = request;
			if (url === '/health/ready') return response.writeHead(ready[server] ? 200 : 503).end();
			const size = (await buffer(request)).length;
			asked.push({ server, method, url, headers, size });
			answer({ server, method, url, headers, size }, response);
			return undefined;
		}),
	);
	const listen = (server: (typeof servers)[number], port: number) =>
		new Promise<void>((settle) => void server.listen(port, '127.0.0.1', settle));
	await Promise.all(servers.map((server) => listen(server, 0)));
	const ports = servers.map((server) => (server.address() as AddressInfo).port);

	async function end(place: number): Promise<void> {
		servers[place]?.closeAllConnections();
		await new Promise<void>((settle) => {
			servers[place]?.close(() => settle());
		});
	}
	whenDone(() => Promise.all(servers.map((_server, place) => end(place))));
	return {
		ports,
		asked,
		ready,
		answerWith: (next: Answer) => {
			answer = next;
		},
		/** Stops listening on its port. */
		end,
		/** Listens again. */
		begin: async (place: number) => {
			const server = servers[place];
			if (server) await listen(server, ports[place] ?? 0);
		},
	};
}
