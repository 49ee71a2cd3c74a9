import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { mayConnectLater, reasonOf } from './errors.ts';
import { withClient } from './with-client.ts';

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
export class UnusableDatabaseError extends Error {
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

interface Options {
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
export async function waitForDatabase(url: string, options: Options): Promise<void> {
	requireUsable(await waitForServerInfo(url, options));
}

async function waitForServerInfo(
	url: string,
	{ onProgress, timeoutMs = 60_000 }: Options,
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
