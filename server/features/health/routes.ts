import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Instances } from '#server/cluster/cluster.ts';
import type { Db, Reading } from '#server/db/client.ts';
import { reasonOf } from '#server/db/errors.ts';
import { RETRY_AFTER_SECONDS } from '#server/http/header-values.ts';

interface Deps {
	db: Db;
	/** Of what else the instances share. */
	troubles: Instances['troubles'];
	/** How it stands with a copy of the database. */
	standing: Reading['standing'];
}

/**
 * `/health/live`: this process answers. `/health/ready`: it can serve people, its database included; `degraded` names what is
 * missing without which it can, at least those who read listings at a copy of the database.
 */
export function healthRoutes(app: FastifyInstance, { db, troubles, standing }: Deps): void {
	app.get('/health/live', async () => ({ status: 'ok' }));

	app.get('/health/ready', async (request, reply) => {
		try {
			await db.execute(sql`select 1`);
			const degraded = standing()?.trouble ? [...troubles(), 'replica'] : troubles();
			return degraded.length === 0 ? { status: 'ok' } : { status: 'degraded', degraded };
		} catch (error) {
			request.log.warn({ reason: reasonOf(error) }, 'not ready');
			const copy = standing();
			if (copy && !copy.trouble)
				return { status: 'degraded', degraded: [...troubles(), 'database'] };
			return reply
				.code(503)
				.header('retry-after', RETRY_AFTER_SECONDS)
				.send({ status: 'unavailable' });
		}
	});
}
