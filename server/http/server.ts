import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyServerFactory } from 'fastify';

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;
type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Handles some requests before Fastify, and passes the others on to `next`. */
export interface EarlyHandler {
	handleRequest: (next: RequestHandler) => RequestHandler;
	handleUpgrade?: (next: UpgradeHandler) => UpgradeHandler;
}

export interface HttpServer {
	/** For Fastify's option of this name. */
	serverFactory: FastifyServerFactory;
	/** Sets the handlers that come before Fastify, in their order. */
	handleFirst: (handlers: readonly EarlyHandler[]) => void;
}

/** Timeouts of the server. Fastify sets its timeout options only on a server that it has created itself. */
const TIMEOUTS = {
	// A phone on a slow hostel network may need minutes to upload four photos.
	requestTimeout: 300_000,
	// Longer than a load balancer keeps idle connections, so that the server closes none while a request is being sent.
	keepAliveTimeout: 72_000,
};

const SOCKET_IO_PATH = /^\/socket\.io\//;

/** Whether a request is for Socket.IO. */
export const isForSocketIo = ({ url = '' }: IncomingMessage) => SOCKET_IO_PATH.test(url);

/** Creates the HTTP server. A request to upgrade to anything but Socket.IO is answered like any other request. */
export function createHttpServer(): HttpServer {
	let handleRequest: RequestHandler;
	let handleUpgrade: UpgradeHandler = (_request, socket) => socket.destroy();
	const server = createServer(
		{ ...TIMEOUTS, shouldUpgradeCallback: isForSocketIo },
		(request, response) => handleRequest(request, response),
	);
	server.on('upgrade', (request, socket, head) => {
		// Node removes its own error listener on upgrade. Without another one, an error would end the process.
		socket.on('error', () => socket.destroy());
		handleUpgrade(request, socket, head);
	});
	return {
		serverFactory(handleInFastify) {
			handleRequest = handleInFastify;
			return server;
		},
		handleFirst(handlers) {
			for (const handler of handlers.toReversed()) {
				handleRequest = handler.handleRequest(handleRequest);
				handleUpgrade = handler.handleUpgrade?.(handleUpgrade) ?? handleUpgrade;
			}
		},
	};
}
