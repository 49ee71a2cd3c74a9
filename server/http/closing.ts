import type { FastifyInstance } from 'fastify';

/**
 * Once the app closes, every connection ends with the answer it is getting. It would be kept open for the next request
 * otherwise, and the app wait for it to become too old.
 */
export function mountClosing(app: FastifyInstance): void {
	let closing = false;
	app.addHook('preClose', async () => {
		closing = true;
	});
	app.addHook('onSend', async (_request, reply) => {
		if (closing) reply.header('connection', 'close');
	});
}
