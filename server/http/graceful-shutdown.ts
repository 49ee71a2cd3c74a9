import { Server } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * By then whoever left before us and is back is asked again, and we are not: HAProxy asks twice a second who is ready
 * (deploy/haproxy), and nginx, whose clock has whole seconds, asks again within two who could not be reached (deploy/nginx).
 */
export const BALANCER_NOTICE_MS = 2500;
/** nginx gives up connections that have rested for a second (deploy/nginx). With what follows, all must be over in ten seconds. */
const IDLE_CONNECTION_MS = 1500;

/**
 * Once the app closes, every connection ends with the answer it is getting. It would be kept open for the next request
 * otherwise, and the app wait for it to become too old.
 */
export function mountGracefulShutdown(app: FastifyInstance): void {
	let isDraining = false;
	let isClosing = false;
	app.decorate('isClosing', () => isClosing);
	app.decorate('drain', async () => {
		isDraining = true;
		await setTimeout(BALANCER_NOTICE_MS);
		// Right after everybody who waited at the door has been let in: who waits when it closes would be cut off.
		await setImmediate();
		// Not the web server's own way, which ends connections at rest: a balancer may just be sending something on one.
		Server.prototype.close.call(app.server);
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
		 * Before closing, where there are other instances: says that it is not ready any more, then takes no new connections,
		 * and serves on until balancers send nobody here. One alone has nowhere to send people.
		 */
		drain: () => Promise<void>;
		/** Whether each answer is the last of its connection. */
		isClosing: () => boolean;
	}
}
