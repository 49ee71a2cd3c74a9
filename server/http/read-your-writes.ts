import type { FastifyInstance } from 'fastify';
import type { ReadRouter } from '#server/db/client.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Records the WAL position before the response to a write is sent, so that later reads include the write, from
 * whichever replica and by whichever instance.
 */
export function mountReadYourWrites(
	app: FastifyInstance,
	{ afterWrite }: Pick<ReadRouter, 'afterWrite'>,
): void {
	app.addHook('onSend', (request, reply, _payload, done) => {
		if (SAFE_METHODS.includes(request.method) || reply.statusCode >= 400) done();
		else afterWrite().then(() => done(), done);
	});
}
