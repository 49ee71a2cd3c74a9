import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A migrated database of its own; it is deleted with the run's server. */
export function cloneDatabase(): Promise<string> {
	return makeDatabase('template market_template');
}

/** An empty database. */
export function createEmptyDatabase(): Promise<string> {
	return makeDatabase('template template0');
}

async function makeDatabase(template: string): Promise<string> {
	const name = `market_${randomUUID().replaceAll('-', '')}`;
	const server = inject('databaseServer');
	const admin = new pg.Client({ connectionString: server });
	await admin.connect();
	// Copying files takes half the time of copying through the log.
	await admin.query(`create database ${name} ${template} strategy file_copy`);
	await admin.end();
	return server.replace('/postgres?', `/${name}?`);
}

declare module 'vitest' {
	interface ProvidedContext {
		/** URL of the server's maintenance database. */
		databaseServer: string;
	}
}
