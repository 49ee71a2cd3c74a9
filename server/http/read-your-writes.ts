import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isWrite } from '#contract/core/endpoint.ts';
import type { ReadRouter } from '#server/db/client.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Records the WAL position before the response to a write is sent. Later reads then include the
 * write, from any replica and by any instance.
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
	const { endpoint } = routeOptions.config;
	return endpoint ? isWrite(endpoint) : !SAFE_METHODS.includes(method);
}
