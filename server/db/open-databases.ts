import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#server/config/config.ts';
import { canConnectAs, type DatabasePool, openPool, openRequestPool } from './client.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { createDatabaseEvents, type DatabaseEvents } from './events.ts';
import { type HealthMonitor, openHealthMonitor } from './health.ts';
import { prepareAppRole } from './migrate/app-role.ts';
import { migrate, UnknownSchemaError } from './migrate/migrate.ts';
import { grantAppRole } from './preflight/pooler-account.ts';
import { requireUsableDatabase } from './preflight/preflight.ts';
import { type DatabaseVariable, PreflightError } from './preflight/preflight-error.ts';
import { queryOnce } from './preflight/wait-for-database.ts';

/**
 * How long background work may hold a connection: longer than any such work takes. Without a limit,
 * work on a database that has vanished would wait for hours, until the kernel gives up. Exports, and
 * other work that may run only a few times at once, would wait behind it.
 */
const BACKGROUND_HOLD_MS = 10 * 60_000;

interface Options {
	config: Pick<
		Config,
		'databaseUrl' | 'databaseDirectUrl' | 'databasePooled' | 'databaseReplicaUrl' | 'dataDir'
	>;
	log: FastifyBaseLogger;
	/** Called with a message for each slow step. */
	onProgress: (step: string) => void;
	/** Functions that close what was opened; called in reverse order. */
	closers: (() => Promise<void>)[];
}

/** The connections to the database, and the monitor of its health. */
export interface Databases {
	/** The direct URL of the primary, even if requests use a pooler. */
	directUrl: string;
	/** For background work without a deadline; connected directly to the primary. */
	backgroundPool: DatabasePool;
	/** For requests. */
	requestPool: DatabasePool;
	health: HealthMonitor;
	events: DatabaseEvents;
}

/**
 * Opens the configured database, or the embedded one in the data folder, and migrates its schema.
 * @throws PreflightError, or Error with a one-line message, when the database can't be used; nothing was written then
 */
export async function openDatabases(options: Options): Promise<Databases> {
	const { config, log, closers } = options;
	const { url, directUrl, variable, maxConnections } = await openConfiguredDatabase(options);
	const isPooled = config.databasePooled;
	await migrateSchema(directUrl, variable, options.onProgress);
	if (isPooled) await grantAppRole(directUrl, await findAccount(url));
	const role = await prepareAppRole(directUrl, log);
	const onIdleError = (error: Error) =>
		log.warn({ reason: error.message }, 'a database connection broke');
	const events = createDatabaseEvents();
	const health = await openHealthMonitor(directUrl, log, { onConnect: events.listen });
	closers.push(health.close);
	const backgroundPool = openPool(directUrl, onIdleError, role, BACKGROUND_HOLD_MS);
	closers.push(backgroundPool.close);
	// A pooler connects with an account of its own, which `grantAppRole` gives the rights of the role.
	const canUseRole = !isPooled && (url === directUrl || (role && (await canConnectAs(url, role))));
	const requestPool = openRequestPool(url, {
		health,
		onIdleError,
		isPooled,
		maxConnections,
		role: canUseRole ? role : undefined,
	});
	closers.push(requestPool.close);
	return { directUrl, backgroundPool, requestPool, health, events };
}

interface DatabaseLocation {
	url: string;
	directUrl: string;
	variable: DatabaseVariable;
	/** Maximum number of request connections, set for the embedded database only. */
	maxConnections?: number;
}

/**
 * More than a few statements per core only compete with each other, and with this process, for the
 * same cores. All requests then get slower, including refused ones.
 */
const MAX_CONNECTIONS = Math.min(20, 4 + 4 * availableParallelism());

async function openConfiguredDatabase({
	config,
	log,
	onProgress,
	closers,
}: Options): Promise<DatabaseLocation> {
	const { databaseUrl: url, databaseDirectUrl, databaseReplicaUrl, databasePooled } = config;
	if (url) {
		const urls = {
			url,
			isPooled: databasePooled,
			directUrl: databaseDirectUrl,
			replicaUrl: databaseReplicaUrl,
		};
		await requireUsableDatabase(urls, { onProgress, log });
		const variable = databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
		return { url, directUrl: databaseDirectUrl ?? url, variable };
	}
	const postgres = await startEmbeddedPostgres({
		folder: join(config.dataDir, 'postgres'),
		onProgress,
		onRestart: (reason) => log.error({ reason }, 'PostgreSQL is started again'),
	});
	closers.push(postgres.stop);
	const embeddedUrl = postgres.url('postgres');
	return {
		url: embeddedUrl,
		directUrl: embeddedUrl,
		variable: 'DATA_DIR',
		maxConnections: MAX_CONNECTIONS,
	};
}

async function migrateSchema(
	directUrl: string,
	variable: DatabaseVariable,
	onProgress: Options['onProgress'],
): Promise<void> {
	try {
		await migrate(directUrl, { onProgress });
	} catch (error) {
		if (!(error instanceof UnknownSchemaError)) throw error;
		const fix = 'Start the version that made it, or one after that, or name an empty place';
		throw new PreflightError(variable, error.problem, fix, error);
	}
}

function findAccount(url: string): Promise<string> {
	return queryOnce(url, async (client) => {
		const { rows } = await client.query<{ account: string }>(
			'select session_user::text as account',
		);
		return rows[0]?.account ?? '';
	});
}
