import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { Config } from '#server/config/config.ts';
import { type DatabasePool, openPool, openRequestPool, withClient } from './client.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { mayConnectLater, reasonOf } from './errors.ts';
import { createDatabaseEvents, type DatabaseEvents } from './events.ts';
import { type HealthMonitor, openHealthMonitor } from './health.ts';
import { migrate, prepareAppRole, UnknownSchemaError } from './migrate/migrate.ts';

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

const MIN_POSTGRES_VERSION = 15;
const MAX_CLOCK_SKEW_MS = 60_000;
const RETRY_MS = 500;
const QUERY_TIMEOUT_MS = 5000;
const DEFAULT_FIX = 'Start that database, or correct its address';
/** Fixes by SQLSTATE. */
const FIXES: Readonly<Record<string, string>> = {
	'28P01': 'Correct the user and the password in it',
	'28000': 'Correct the user and the password in it',
	'3D000': 'Create that database, or name another',
};

/** The app can't start on this database. The one-line message names the setting, the problem and the fix. */
class UnusableDatabaseError extends Error {
	constructor(
		variable: 'DATABASE_URL' | 'DATA_DIR',
		problem: string,
		fix: string,
		cause?: unknown,
	) {
		super(`${variable}: ${problem}. ${fix}.`, { cause });
		this.name = 'UnusableDatabaseError';
	}
}

interface WaitOptions {
	/** Called once with a message when the database has to be waited for. */
	onProgress: (step: string) => void;
	/** How long to wait in total. */
	timeoutMs?: number;
}

/**
 * Waits for the database of DATABASE_URL, which may still be starting, and checks that the app can work on it; writes
 * nothing.
 * @throws UnusableDatabaseError when it can't be used after a minute, or at all
 */
export async function waitForDatabase(url: string, options: WaitOptions): Promise<void> {
	requireUsable(await waitForServerInfo(url, options));
}

async function waitForServerInfo(
	url: string,
	{ onProgress, timeoutMs = 60_000 }: WaitOptions,
): Promise<ServerInfo> {
	const config = {
		connectionString: url,
		connectionTimeoutMillis: QUERY_TIMEOUT_MS,
		query_timeout: QUERY_TIMEOUT_MS,
	};
	const deadline = Date.now() + timeoutMs;
	for (let isFirst = true; ; isFirst = false) {
		try {
			return await withClient(config, readServerInfo);
		} catch (error) {
			const problem = `the database can't be reached: ${reasonOf(error)}`;
			if (!mayConnectLater(error) || Date.now() >= deadline) {
				throw new UnusableDatabaseError('DATABASE_URL', problem, fixFor(error), error);
			}
			if (isFirst) {
				const seconds = Math.round(timeoutMs / 1000);
				onProgress(`DATABASE_URL: ${problem}. Trying again for ${seconds} seconds`);
			}
		}
		await wait(RETRY_MS);
	}
}

/** Facts about a database server and the connected account. */
interface ServerInfo {
	/** `server_version_num`: 150017 for version 15.17. */
	version: number;
	versionName: string;
	account: string;
	database: string;
	/** Whether it is a replica, which can't be written to. */
	isReplica: boolean;
	/** Whether the account may create what migrations create. */
	mayCreate: boolean;
	/** Its clock, in milliseconds since 1970. */
	now: number;
}

/** @throws Error on a replica: during a failover, it may answer at the primary's address for a moment */
async function readServerInfo(client: pg.Client): Promise<ServerInfo> {
	const { rows } = await client.query<ServerInfo>(
		`select current_setting('server_version_num')::integer as version,
			current_setting('server_version') as "versionName",
			session_user::text as account,
			current_database()::text as database,
			pg_is_in_recovery() as "isReplica",
			has_database_privilege(current_database(), 'create')
				and coalesce(has_schema_privilege(to_regnamespace('public'), 'create'), false) as "mayCreate",
			extract(epoch from clock_timestamp())::float8 * 1000 as now`,
	);
	const [info] = rows;
	if (!info) throw new Error('it returned no server information');
	if (info.isReplica) throw new Error('a replica answers, which can not be written to');
	return info;
}

/** @throws UnusableDatabaseError */
function requireUsable({ version, versionName, now, mayCreate, account, database }: ServerInfo) {
	if (Math.floor(version / 10_000) < MIN_POSTGRES_VERSION) {
		throw new UnusableDatabaseError(
			'DATABASE_URL',
			`PostgreSQL ${versionName} is too old`,
			`Use PostgreSQL ${MIN_POSTGRES_VERSION} or newer`,
		);
	}
	// Sessions, links and limits can start by one machine's clock and end by the other's.
	const aheadMs = now - Date.now();
	if (Math.abs(aheadMs) > MAX_CLOCK_SKEW_MS) {
		const seconds = Math.round(Math.abs(aheadMs) / 1000);
		const side = aheadMs > 0 ? 'ahead of' : 'behind';
		throw new UnusableDatabaseError(
			'DATABASE_URL',
			`the clock of the database is ${seconds} seconds ${side} the one here`,
			'Set both clocks by the network (NTP)',
		);
	}
	if (!mayCreate) {
		throw new UnusableDatabaseError(
			'DATABASE_URL',
			`its account ${account} may not make tables in the database ${database}`,
			`Name the account that owns it, or make this one its owner: alter database ${database} owner to ${account}`,
		);
	}
}

function fixFor(error: unknown): string {
	const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
	return FIXES[code] ?? DEFAULT_FIX;
}
