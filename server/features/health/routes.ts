import type { FastifyInstance } from 'fastify';
import type { Cluster } from '#server/cluster/cluster.ts';
import type { Db } from '#server/db/client.ts';
import { sql } from '#server/db/drizzle.ts';
import { reasonOf } from '#server/db/errors.ts';
import { RETRY_AFTER_SECONDS } from '#server/http/security-headers.ts';

interface HealthDeps {
	db: Db;
	/** Which services shared by the instances, apart from the database, are failing (for example Redis). */
	degradedServices: Cluster['degradedServices'];
}

/**
 * `/health/live`: the process responds. `/health/ready`: the process can serve users. The field `degraded` names failing
 * services without which the process can still serve users.
 */
export function healthRoutes(app: FastifyInstance, { db, degradedServices }: HealthDeps): void {
	app.get('/health/live', async () => ({ status: 'ok' }));

	app.get('/health/ready', async (request, reply) => {
		try {
			await db.execute(sql`select 1`);
			const degraded = degradedServices();
			return degraded.length === 0 ? { status: 'ok' } : { status: 'degraded', degraded };
		} catch (error) {
			request.log.warn({ reason: reasonOf(error) }, 'not ready');
			return reply
				.code(503)
				.header('retry-after', RETRY_AFTER_SECONDS)
				.send({ status: 'unavailable' });
		}
	});
}
