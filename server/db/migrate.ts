import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

/** Any number will do, as long as every instance uses the same one. */
const MIGRATION_LOCK = 7_170_001;

/** Brings the schema up to date; instances that start together take turns. */
export async function migrate(url: string): Promise<void> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
		await applyMigrations(drizzle({ client }), {
			migrationsFolder: fileURLToPath(new URL('migrations', import.meta.url)),
		});
	} finally {
		// Ending the connection gives the lock back.
		await client.end();
	}
}
