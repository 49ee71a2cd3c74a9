import { Server } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

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
		 * Prepares the shutdown of one of several instances. Reports that the instance is not ready,
		 * then accepts no new connections, and serves open ones until load balancers use other
		 * instances. Not needed for a single instance.
		 */
		drain: () => Promise<void>;
		/** Whether each response is the last on its connection. */
		isClosing: () => boolean;
	}
}
