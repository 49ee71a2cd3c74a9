import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A database of one's own, migrated; it goes with the run's server. */
export async function cloneDatabase(): Promise<string> {
	const name = `market_${randomUUID().replaceAll('-', '')}`;
	const server = inject('databaseServer');
	const admin = new pg.Client({ connectionString: server });
	await admin.connect();
	await admin.query(`create database ${name} template market_template`);
	await admin.end();
	return server.replace('/postgres?', `/${name}?`);
}

declare module 'vitest' {
	interface ProvidedContext {
		/** Address of the server's maintenance database. */
		databaseServer: string;
	}
}
