import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Cluster } from '#server/cluster/cluster.ts';
import type { Db, ReadRouter } from '#server/db/client.ts';
import { reasonOf } from '#server/db/errors.ts';
import { RETRY_AFTER_SECONDS } from '#server/http/header-values.ts';

interface HealthDeps {
	db: Db;
	/** Of what else the instances share. */
	degradedServices: Cluster['degradedServices'];
	/** How it stands with a copy of the database. */
	replicaStatus: ReadRouter['replicaStatus'];
}

/**
 * `/health/live`: this process answers. `/health/ready`: it can serve people, its database included; `degraded` names what is
 * missing without which it can, at least those who read listings at a copy of the database.
 */
export function healthRoutes(
	app: FastifyInstance,
	{ db, degradedServices, replicaStatus }: HealthDeps,
): void {
	app.get('/health/live', async () => ({ status: 'ok' }));

	app.get('/health/ready', async (request, reply) => {
		try {
			await db.execute(sql`select 1`);
			const degraded = replicaStatus()?.failureReason
				? [...degradedServices(), 'replica']
				: degradedServices();
			return degraded.length === 0 ? { status: 'ok' } : { status: 'degraded', degraded };
		} catch (error) {
			request.log.warn({ reason: reasonOf(error) }, 'not ready');
			const replica = replicaStatus();
			if (replica && !replica.failureReason)
				return { status: 'degraded', degraded: [...degradedServices(), 'database'] };
			return reply
				.code(503)
				.header('retry-after', RETRY_AFTER_SECONDS)
				.send({ status: 'unavailable' });
		}
	});
}
