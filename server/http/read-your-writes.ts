import type { FastifyInstance } from 'fastify';
import type { Reading } from '#server/db/client.ts';

const READS = ['GET', 'HEAD', 'OPTIONS'];

/** Whoever is told that something was done finds it wherever they look next. */
export function mountOwnWrites(app: FastifyInstance, { wrote }: Pick<Reading, 'wrote'>): void {
	app.addHook('onSend', (request, reply, _payload, done) => {
		if (READS.includes(request.method) || reply.statusCode >= 400) done();
		else wrote().then(() => done(), done);
	});
}
