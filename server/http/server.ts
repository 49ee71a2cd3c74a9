import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyServerFactory } from 'fastify';

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

/**
 * Returns a URL that can be decoded. Fastify refuses a path such as `/item/%zz` before any route or hook. This function
 * percent-encodes the whole path, so that the request gets the 404 page. URLs below `/api` and `/health` stay
 * unchanged, because they are answered in JSON.
 */
export function decodableUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
	const [path = '', ...query] = url.split('?');
	if (!path.includes('%') || isDecodable(path) || /^\/(api|health)(\/|$)/.test(path)) return url;
	return [`/${encodeURIComponent(path.slice(1))}`, ...query].join('?');
}

function isDecodable(path: string): boolean {
	try {
		decodeURIComponent(path);
		return true;
	} catch {
		return false;
	}
}

/**
 * Time for load balancers to notice that this instance is not ready, and that the instance that was
 * restarted before this one is ready again. A balancer that checks readiness twice a
 * second has noticed by then; so has nginx, which retries a failed instance within two seconds.
 */
const BALANCER_NOTICE_MS = 2500;
/**
 * How long open connections are still served after BALANCER_NOTICE_MS. Balancers should close their connections to this
 * instance when they have been idle for a second. The whole shutdown must end within ten seconds.
 */
const IDLE_CONNECTION_MS = 1500;

/**
 * Adds `drain` and `isClosing` to the app. While the app closes, each response ends its connection. Otherwise
 * keep-alive would hold the connection open, and the app would wait until the idle timeout.
 */
export function mountGracefulShutdown(app: FastifyInstance): void {
	let isDraining = false;
	let isClosing = false;
	app.decorate('isClosing', () => isClosing);
	app.decorate('drain', async () => {
		isDraining = true;
		await setTimeout(BALANCER_NOTICE_MS);
		// A load balancer may just be sending a request on an idle connection, so each ends with an answer first.
		isClosing = true;
		await setTimeout(IDLE_CONNECTION_MS);
	});
	app.addHook('preClose', async () => {
		isClosing = true;
	});
	app.addHook('onRequest', async ({ routeOptions }, reply) => {
		if (!isDraining || routeOptions.url !== '/health/ready') return undefined;
		return reply.code(503).send({ status: 'closing' });
	});
	app.addHook('onSend', async (_request, reply) => {
		if (isClosing) reply.header('connection', 'close');
	});
}

declare module 'fastify' {
	interface FastifyInstance {
		/**
		 * Prepares the shutdown of one of several instances: reports that the instance is not ready, then ends each
		 * connection with its next response, until load balancers use other instances. Not needed for a single instance.
		 */
		drain: () => Promise<void>;
		/** Whether each response is the last on its connection. */
		isClosing: () => boolean;
	}
}
