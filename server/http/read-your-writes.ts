import type { FastifyInstance, FastifyRequest } from 'fastify';
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
		if (!mayWrite(request) || reply.statusCode >= 400) done();
		else afterWrite().then(() => done(), done);
	});
}

function mayWrite({ method, routeOptions }: FastifyRequest): boolean {
	return !SAFE_METHODS.includes(method) || routeOptions.config.endpoint?.writes === true;
}
