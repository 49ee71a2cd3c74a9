import { Server } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * Time for load balancers to notice that this instance is not ready and that a restarted one is back: HAProxy checks
 * readiness twice a second (deploy/haproxy), and nginx, with a clock in whole seconds, retries a failed instance within
 * two (deploy/nginx).
 */
export const BALANCER_NOTICE_MS = 2500;
/**
 * How long open connections are still served after that. nginx closes its own once they were idle for a second
 * (deploy/nginx). The whole shutdown must end within ten seconds.
 */
const IDLE_CONNECTION_MS = 1500;

/**
 * While the app closes, each connection ends with its current response. Otherwise keep-alive would hold it open, and
 * the app would wait for its idle timeout.
 */
export function mountGracefulShutdown(app: FastifyInstance): void {
	let isDraining = false;
	let isClosing = false;
	app.decorate('isClosing', () => isClosing);
	app.decorate('drain', async () => {
		isDraining = true;
		await setTimeout(BALANCER_NOTICE_MS);
		// Lets pending connections be accepted first: closing the listener would cut them off.
		await setImmediate();
		// Not http.Server's `close`, which also closes idle connections: a load balancer may just be sending a request
		// on one.
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
		 * Call before closing when there are other instances. Reports not ready, then accepts no new connections, and
		 * serves until load balancers have switched. A single instance has no one to switch to.
		 */
		drain: () => Promise<void>;
		/** Whether each response is the last on its connection. */
		isClosing: () => boolean;
	}
}
