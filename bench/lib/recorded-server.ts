import pg from 'pg';
import { pino } from 'pino';
import { startApp } from '#server/app/start.ts';
import { readConfig } from '#server/config/config.ts';
import type { DatabasePool } from '#server/db/client.ts';
import { fillDatabase } from './fill-database.ts';
import type { Environment, Log } from './scenario.ts';

/** An SQL statement that the server has run. */
export interface Statement {
	/** The name, if it is a prepared statement. */
	name?: string | undefined;
	text: string;
	values: unknown[];
}

interface Options {
	/** The server's environment. Its database is filled up to `items`. */
	environment: Environment;
	items: number;
	log: Log;
}

/** A server in this process whose SQL statements can be run again without it. */
export interface RecordedServer {
	address: string;
	/** Records the statements that run during a request; one request at a time. */
	recordDuring: (request: () => Promise<unknown>) => Promise<Statement[]>;
	/** Opens connections to its database that nothing else uses. */
	openConnections: (count: number) => Promise<pg.Client[]>;
	close: () => Promise<void>;
}

/** Fills a database with items, and starts a server on it in this process. */
export async function openRecordedServer(options: Options): Promise<RecordedServer> {
	const { environment, log } = options;
	// Before the server opens: its database role may not rebuild indexes.
	await fillDatabase(options);
	const pools: DatabasePool[] = [];
	const server = await startApp({
		config: readConfig({ PORT: '0', RATE_LIMIT: 'off', SEED_DEMO: '0', ...environment }),
		log: pino({ level: 'error' }, pino.destination(2)),
		onProgress: log,
		async beforeServing({ requestPool }) {
			pools.push(requestPool);
		},
	});
	const [requestPool] = pools;
	if (!requestPool) throw new Error('The server did not start.');
	const clients: pg.Client[] = [];
	return {
		address: server.address,
		recordDuring: recordStatements(requestPool),
		async openConnections(count) {
			const { connectionString } = requestPool.pool.options;
			const clientsAdded = Array.from({ length: count }, () => new pg.Client({ connectionString }));
			clients.push(...clientsAdded);
			await Promise.all(clientsAdded.map((client) => client.connect()));
			return clientsAdded;
		},
		async close() {
			await Promise.all(clients.map((client) => client.end()));
			await server.close();
		},
	};
}

/** Runs statements one after the other, as the server does. */
export async function runStatements(
	client: pg.Client,
	statements: readonly Statement[],
): Promise<void> {
	for (const statement of statements) await client.query(statement);
}

function recordStatements({ pool }: DatabasePool): RecordedServer['recordDuring'] {
	let recorded: Statement[] | undefined;
	const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
	const recordingQuery = (...args: unknown[]) => {
		const [statement, values] = args as [string | Statement, unknown[] | undefined];
		const { name, text } =
			typeof statement === 'string' ? { text: statement, name: undefined } : statement;
		recorded?.push({ name, text, values: values ?? [] });
		return query(...args);
	};
	Object.assign(pool, { query: recordingQuery });
	return async (request) => {
		const statements: Statement[] = [];
		recorded = statements;
		await request();
		recorded = undefined;
		return statements;
	};
}
