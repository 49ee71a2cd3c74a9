import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { reasonOf } from '#server/db/away.ts';
import type { Db } from '#server/db/client.ts';

/** `/health/live`: this process answers. `/health/ready`: it can serve people, its database included. */
export function healthRoutes(app: FastifyInstance, { db }: { db: Db }): void {
	app.get('/health/live', async () => ({ status: 'ok' }));

	app.get('/health/ready', async (request, reply) => {
		try {
			await db.execute(sql`select 1`);
			return { status: 'ok' };
		} catch (error) {
			request.log.warn({ reason: reasonOf(error) }, 'not ready');
			return reply.code(503).header('retry-after', '2').send({ status: 'unavailable' });
		}
	});
}
