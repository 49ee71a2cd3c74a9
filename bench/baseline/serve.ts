import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';

/** A pool for the database that the command line names: `node bench/baseline/<name>.ts postgres://…`. */
export function openPool(): pg.Pool {
	return new pg.Pool({ connectionString: process.argv[2], max: 20 });
}

/** Serves on a free port, prints the address, and closes app and pool on SIGTERM. */
export async function serve(app: FastifyInstance, pool: pg.Pool): Promise<void> {
	await app.listen({ port: 0, host: '127.0.0.1' });
	const { port } = app.server.address() as AddressInfo;
	process.stdout.write(`The baseline is open at http://127.0.0.1:${port}\n`);
	process.once('SIGTERM', async () => {
		await app.close();
		await pool.end();
	});
}
