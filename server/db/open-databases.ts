import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#server/config/config.ts';
import { type DatabasePool, openPool, openRequestPool } from './client.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { createDatabaseEvents, type DatabaseEvents } from './events.ts';
import { type HealthMonitor, openHealthMonitor } from './health.ts';
import { prepareAppRole } from './migrate/app-role.ts';
import { migrate, UnknownSchemaError } from './migrate/migrate.ts';
import { UnusableDatabaseError, waitForDatabase } from './wait-for-database.ts';

/**
 * How long a statement of background work may take: longer than any does. Without a limit, work on a
 * database that has vanished would wait for hours, until the kernel gives up. Exports, and other work
 * that may run only a few times at once, would wait behind it.
 */
const BACKGROUND_QUERY_TIMEOUT_MS = 10 * 60_000;

/**
 * More than a few statements per core only compete with each other, and with this process, for the
 * same cores. All requests then get slower, including refused ones.
 */
const EMBEDDED_MAX_CONNECTIONS = Math.min(20, 4 + 4 * availableParallelism());

interface Options {
	config: Pick<Config, 'databaseUrl' | 'dataDir'>;
	log: FastifyBaseLogger;
	/** Called with a message for each slow step. */
	onProgress: (step: string) => void;
	/** Functions that close what was opened; called in reverse order. */
	closers: (() => Promise<void>)[];
}

/** The connections to the database, and the monitor of its health. */
export interface Databases {
	url: string;
	/** For background work without a deadline. */
	backgroundPool: DatabasePool;
	/** For requests. */
	requestPool: DatabasePool;
	health: HealthMonitor;
	events: DatabaseEvents;
}

/**
 * Opens the configured database, or the embedded one in the data folder, and migrates its schema.
 * @throws UnusableDatabaseError, or Error with a one-line message, when the database can't be used; nothing was written
 * then
 */
export async function openDatabases(options: Options): Promise<Databases> {
	const { config, log, onProgress, closers } = options;
	const { databaseUrl } = config;
	if (databaseUrl) await waitForDatabase(databaseUrl, { onProgress });
	const url = databaseUrl ?? (await startEmbedded(options));
	await migrateSchema(url, databaseUrl ? 'DATABASE_URL' : 'DATA_DIR', onProgress);
	const role = await prepareAppRole(url, log);
	const onIdleError = (error: Error) =>
		log.warn({ reason: error.message }, 'a database connection broke');
	const events = createDatabaseEvents();
	const health = await openHealthMonitor(url, log, { onConnect: events.listen });
	closers.push(health.close);
	const backgroundPool = openPool(url, onIdleError, role, BACKGROUND_QUERY_TIMEOUT_MS);
	closers.push(backgroundPool.close);
	const requestPool = openRequestPool(url, {
		health,
		onIdleError,
		role,
		...(!databaseUrl && { maxConnections: EMBEDDED_MAX_CONNECTIONS }),
	});
	closers.push(requestPool.close);
	return { url, backgroundPool, requestPool, health, events };
}

/** @returns the URL of the embedded database */
async function startEmbedded({ config, log, onProgress, closers }: Options): Promise<string> {
	const postgres = await startEmbeddedPostgres({
		folder: join(config.dataDir, 'postgres'),
		onProgress,
		onRestart: (reason) => log.error({ reason }, 'PostgreSQL is started again'),
	});
	closers.push(postgres.stop);
	return postgres.url('postgres');
}

async function migrateSchema(
	url: string,
	variable: 'DATABASE_URL' | 'DATA_DIR',
	onProgress: Options['onProgress'],
): Promise<void> {
	try {
		await migrate(url, { onProgress });
	} catch (error) {
		if (!(error instanceof UnknownSchemaError)) throw error;
		const fix = 'Start the version that made it, or one after that, or name an empty place';
		throw new UnusableDatabaseError(variable, error.problem, fix, error);
	}
}
