import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { HealthMonitor } from './health.ts';
import { Pool } from './pool.ts';

/** The pool or an open transaction; every query takes one, so no query can escape its transaction. */
export type Db = Pick<
	NodePgDatabase,
	'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction'
>;

/** The pool alone: of which a connection can be had. */
export type PooledDb = Db & { readonly $client: pg.Pool };

/** Where what may lag behind by moments is read. */
export interface ReadRouter {
	/**
	 * Reads at a copy of the database where one will do: never one that lacks what anybody has been told is written. Whatever
	 * fails there is done once more at the database itself, so it must not change anything.
	 */
	readFromReplica: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
	/** Told after something was written, and before anybody hears that it was. */
	afterWrite: () => Promise<void>;
	/** How it stands with the copy; undefined where there is none. */
	replicaStatus: () => ReplicaStatus | undefined;
}
export type ReadFromReplica = ReadRouter['readFromReplica'];

interface ReplicaStatus {
	/** How long ago it was as the database was. */
	lagMs: number;
	/** Why it is not read, in words. */
	failureReason: string | undefined;
}

export interface DatabasePool {
	db: NodePgDatabase & PooledDb;
	pool: pg.Pool;
	/** For what may be read at a copy of the database, where there is one. */
	readRouter: ReadRouter;
	close: () => Promise<void>;
}

/** Below two seconds together: so long may somebody wait who can't be served. */
const REQUEST_LIMITS = {
	connectionTimeoutMillis: 600,
	maxHoldMs: 1350,
};
/** Before we give up ourselves, so that what nobody waits for any longer is not done either. */
export const STATEMENT_TIMEOUT_MS = 1200;
/** Short enough to ask the database itself after all, and still be in time. */
const REPLICA_LIMITS = { connectionTimeoutMillis: 250, maxHoldMs: 550 };
const REPLICA_SETTINGS = { statement_timeout: 500, default_transaction_read_only: 'on' };
/** Kept even where nobody asks for long: they serve while others take all the connections that the database has. */
const MIN_CONNECTIONS = 4;
/**
 * What a rush has opened serves the next: to open them all again, each with its statements to be planned, would take a core a
 * quarter of a second just when many come.
 */
export const IDLE_TIMEOUT_MS = 5 * 60_000;

/**
 * Opens a pool; nothing is connected before the first query.
 * @param onIdleError told when a resting connection breaks, which would otherwise end the process
 * @param role whose rights the connections have, and no others; unset, those of the account in the address
 * @param maxHoldMs how long a connection may be kept, in milliseconds; any time unless said
 */
export function openPool(
	url: string,
	onIdleError: (error: Error) => void,
	role?: string,
	maxHoldMs?: number,
): DatabasePool {
	const config = {
		...clientConfig(url, role ? { role } : undefined),
		max: 20,
		connectionTimeoutMillis: 5000,
	};
	const pool = new Pool({
		...config,
		keepAlive: true,
		...(maxHoldMs !== undefined && { maxHoldMs }),
	});
	return toDatabasePool(pool, onIdleError);
}

interface RequestPoolOptions {
	health: HealthMonitor;
	/** Told when a resting connection breaks while the database is there. */
	onIdleError: (error: Error) => void;
	/** Whose rights the connections have; unset, those of the account in the address. */
	role?: string | undefined;
	/** How many connections there are at most. */
	maxConnections?: number;
	/** Whether the address is a pooler's: rights and limits are then those of the account. */
	isPooled?: boolean;
}

/**
 * The same for those who wait for an answer: nothing takes longer than they should wait, and while the database does not
 * answer everything is refused at once.
 */
export function openRequestPool(
	url: string,
	{ health, onIdleError, role, maxConnections = 20, isPooled = false }: RequestPoolOptions,
): DatabasePool {
	const settings = role && !isPooled && { role, statement_timeout: STATEMENT_TIMEOUT_MS };
	const pool = new Pool({
		...clientConfig(url, settings || undefined),
		...REQUEST_LIMITS,
		max: maxConnections,
		min: MIN_CONNECTIONS,
		idleTimeoutMillis: IDLE_TIMEOUT_MS,
		keepAlive: true,
		health,
		isPooled,
	});
	// The pulse has told that the database is away: that each connection broke is no news.
	return toDatabasePool(pool, (error) => health.isUp() && onIdleError(error));
}

/** Connections to a copy of the database, for those who wait for an answer and may get it elsewhere. */
export function openReplicaPool(
	url: string,
	{ health, onIdleError, isPooled = false }: RequestPoolOptions,
): DatabasePool {
	const settings = isPooled ? undefined : REPLICA_SETTINGS;
	const pool = new Pool({
		...clientConfig(url, settings),
		...REPLICA_LIMITS,
		max: 20,
		idleTimeoutMillis: IDLE_TIMEOUT_MS,
		keepAlive: true,
		health,
		isPooled,
	});
	return toDatabasePool(pool, (error) => health.isUp() && onIdleError(error));
}

function toDatabasePool(pool: Pool, onIdleError: (error: Error) => void): DatabasePool {
	// A database that stops with us breaks the connections we are letting go of: no news.
	pool.on('error', (error) => pool.ending || onIdleError(error));
	const db = drizzle({ client: pool });
	return { db, pool, readRouter: createPrimaryRouter(db), close: () => pool.end() };
}

/** Of one database that has no copy. */
function createPrimaryRouter(db: Db): ReadRouter {
	return {
		readFromReplica: (work) => work(db),
		afterWrite: async () => undefined,
		replicaStatus: () => undefined,
	};
}

/**
 * Whether connections for the role have its rights: an address with options of its own keeps those instead, and poolers
 * refuse the connection or hand none on.
 */
export async function canConnectAs(url: string, role: string): Promise<boolean> {
	const client = new pg.Client(clientConfig(url, { role }));
	client.on('error', () => undefined);
	try {
		await client.connect();
		const { rows } = await client.query<{ role: string }>('select current_user as role');
		return rows[0]?.role === role;
	} catch {
		return false;
	} finally {
		await client.end().catch(() => undefined);
	}
}

/** Asked for as the connection begins: a pooler then never hands a connection in the role to somebody else. */
function clientConfig(
	url: string,
	settings: Record<string, string | number> | undefined,
): pg.ClientConfig {
	const options = Object.entries(settings ?? {}).map(([name, value]) => `-c ${name}=${value}`);
	return { connectionString: url, ...(options.length > 0 && { options: options.join(' ') }) };
}
