import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { mayConnectLater, reasonOf } from '#server/db/errors.ts';
import { requirePoolerAccount } from './pooler-account.ts';
import { type DatabaseVariable, PreflightError } from './preflight-error.ts';
import { readServerInfo, type ServerInfo } from './server-info.ts';
import { queryOnce, waitForDatabase } from './wait-for-database.ts';

const MIN_POSTGRES_VERSION = 15;
const MAX_CLOCK_SKEW_MS = 60_000;

/** The configured database URLs. */
export interface DatabaseUrls {
	/** URL for requests. */
	url: string;
	/** Whether `url` is a pooler's, which may run each transaction on another connection. */
	isPooled: boolean;
	/** URL of the primary with the owner's account; defaults to `url`. */
	directUrl: string | undefined;
	/** URL of a streaming replica. */
	replicaUrl: string | undefined;
}

interface Options {
	/** Called with a message for each slow step. */
	onProgress: (step: string) => void;
	log: FastifyBaseLogger;
}

/**
 * Waits for the database and checks that the app can work on it; writes nothing.
 * @throws PreflightError that names the variable, the problem and the fix
 */
export async function requireUsableDatabase(urls: DatabaseUrls, options: Options): Promise<void> {
	const { url, isPooled, directUrl, replicaUrl } = urls;
	const ownerVariable: DatabaseVariable = directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
	const info = await waitForServerInfo(directUrl ?? url, ownerVariable, options);
	requireVersion(info, ownerVariable);
	requireClockInSync(info, ownerVariable);
	requireCreatePrivilege(info, ownerVariable);
	if (directUrl) {
		const servedInfo = await waitForServerInfo(url, 'DATABASE_URL', options);
		requireSameDatabase(info, servedInfo);
		if (isPooled) await requirePoolerAccount(directUrl, servedInfo.account);
	}
	if (replicaUrl) await requireReplica(info, urls, options.log);
}

/**
 * Waits for the server info. A replica that answers at the primary's address, during a failover, is treated like no
 * answer.
 */
function waitForServerInfo(
	url: string,
	variable: DatabaseVariable,
	{ onProgress }: Options,
): Promise<ServerInfo> {
	const query = async (client: pg.Client) => {
		const info = await readServerInfo(client);
		if (info.isReplica) throw new Error('a replica answers, which can not be written to');
		return info;
	};
	return waitForDatabase(url, { variable, onProgress, query });
}

function requireVersion({ version, versionName }: ServerInfo, variable: DatabaseVariable): void {
	if (Math.floor(version / 10_000) >= MIN_POSTGRES_VERSION) return;
	throw new PreflightError(
		variable,
		`PostgreSQL ${versionName} is too old`,
		`Use PostgreSQL ${MIN_POSTGRES_VERSION} or newer`,
	);
}

/** Sessions, links and limits can start by one machine's clock and end by the other's. */
function requireClockInSync({ clockAheadMs }: ServerInfo, variable: DatabaseVariable): void {
	if (Math.abs(clockAheadMs) <= MAX_CLOCK_SKEW_MS) return;
	const seconds = Math.round(Math.abs(clockAheadMs) / 1000);
	const side = clockAheadMs > 0 ? 'ahead of' : 'behind';
	throw new PreflightError(
		variable,
		`the clock of the database is ${seconds} seconds ${side} the one here`,
		'Set both clocks by the network (NTP)',
	);
}

function requireCreatePrivilege(
	{ mayCreate, account, database }: ServerInfo,
	variable: DatabaseVariable,
): void {
	if (mayCreate) return;
	throw new PreflightError(
		variable,
		`its account ${account} may not make tables in the database ${database}`,
		`Name the account that owns it, or make this one its owner: alter database ${database} owner to ${account}`,
	);
}

function requireSameDatabase(directInfo: ServerInfo, servedInfo: ServerInfo): void {
	if (isSameDatabase(directInfo, servedInfo)) return;
	throw new PreflightError(
		'DATABASE_DIRECT_URL',
		'it is another database than DATABASE_URL',
		'Let both name the same one',
	);
}

function isSameDatabase(one: ServerInfo, other: ServerInfo): boolean {
	if (one.database !== other.database) return false;
	return !one.system || !other.system || one.system === other.system;
}

/**
 * Checks that the replica follows this database. A replica that is down or was promoted is not read and does not
 * prevent the start.
 */
async function requireReplica(
	info: ServerInfo,
	{ url, directUrl, replicaUrl = '' }: DatabaseUrls,
	log: FastifyBaseLogger,
): Promise<void> {
	const variable = 'DATABASE_REPLICA_URL';
	const fix = 'Give the address of a standby of this database, or leave it out';
	if (
		[url, directUrl].some(
			(address) => address && hostAndDatabaseOf(address) === hostAndDatabaseOf(replicaUrl),
		)
	) {
		throw new PreflightError(variable, 'it is the database itself', fix);
	}
	try {
		const replicaInfo = await queryOnce(replicaUrl, readServerInfo);
		if (!isSameDatabase(info, replicaInfo)) {
			throw new PreflightError(variable, 'it is no copy of the database of DATABASE_URL', fix);
		}
	} catch (error) {
		if (error instanceof PreflightError) throw error;
		const reason = reasonOf(error);
		if (!mayConnectLater(error)) {
			throw new PreflightError(variable, `it can't be used: ${reason}`, fix, error);
		}
		log.warn({ reason }, 'the replica of the database is down');
	}
}

/** Host, port and database of a URL, without the account. */
function hostAndDatabaseOf(address: string): string {
	const { host, port, database } = new pg.Client({ connectionString: address });
	return `${host}:${port}/${database}`;
}
