import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { actorOf, record } from './record.ts';

/**
 * Logs every call of an administrator that was refused or failed, where its endpoint says under what name (decisions,
 * "Back-office"). Nobody without an administrator's token can fill the log.
 */
export function recordAttempts(app: FastifyInstance, db: Db): void {
	app.addHook('onError', async (request, _reply, error) => {
		const { attempt } = request.routeOptions.config.endpoint ?? {};
		const { caller } = request;
		if (!attempt || !caller || caller.role === 'user') return;
		const details = error instanceof Refusal ? error.message : 'It failed.';
		const target = targetOf(attempt.on, request);
		try {
			await record(db, actorOf(request), { action: attempt.action, target, details });
		} catch (failure) {
			request.log.error({ err: failure }, 'an attempt could not be logged');
		}
	});
}

/** Only a number is repeated: anything else in an address is the caller's own words. */
function targetOf(on: string, request: FastifyRequest): string {
	const { id } = request.params as { id?: string };
	return id !== undefined && /^[1-9]\d{0,9}$/.test(id) ? `${on} ${id}` : on;
}
