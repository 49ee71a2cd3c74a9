import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** Creates a migrated database for one test or file. It is deleted with the database server at the end of the run. */
export function cloneDatabase(): Promise<string> {
	return makeDatabase('template market_template');
}

/** An empty database. */
export function createEmptyDatabase(): Promise<string> {
	return makeDatabase('template template0');
}

async function makeDatabase(templateClause: string): Promise<string> {
	const name = `market_${randomUUID().replaceAll('-', '')}`;
	const server = inject('databaseServer');
	const admin = new pg.Client({ connectionString: server });
	await admin.connect();
	// `file_copy` takes half the time of the default strategy, which writes every block to the WAL.
	await admin.query(`create database ${name} ${templateClause} strategy file_copy`);
	await admin.end();
	return server.replace('/postgres?', `/${name}?`);
}

declare module 'vitest' {
	interface ProvidedContext {
		/** URL of the server's maintenance database. */
		databaseServer: string;
	}
}
