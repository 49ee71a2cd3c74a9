import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { HealthMonitor } from './health.ts';
import { Pool } from './pool.ts';
import { withClient } from './with-client.ts';

/** The pool or an open transaction. Every query takes one as its argument, so that no query escapes its transaction. */
export type Db = Pick<
	NodePgDatabase,
	'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction'
>;

/** The pool only, which can hand out single connections. */
export type PooledDb = Db & { readonly $client: pg.Pool };

/** A connection pool, with the query builder that uses it. */
export interface DatabasePool {
	db: NodePgDatabase & PooledDb;
	pool: pg.Pool;
	close: () => Promise<void>;
}

/** Together below two seconds: the longest time that a request may wait before it is refused. */
const REQUEST_LIMITS = {
	connectionTimeoutMillis: 600,
	maxHoldMs: 1350,
};
/** Below maxHoldMs, so that the database stops a statement before the request gives up on it. */
export const STATEMENT_TIMEOUT_MS = 1200;
/** Connections kept open while idle, so that some exist when other clients use up the database's connection limit. */
const MIN_CONNECTIONS = 4;
/**
 * Idle connections stay open between peaks. To reopen all of them and plan their statements again
 * takes one core a quarter of a second, just when many requests arrive.
 */
export const IDLE_TIMEOUT_MS = 5 * 60_000;

/**
 * Opens a pool; it connects on the first query.
 * @param onIdleError called when an idle connection breaks, which would otherwise end the process
 * @param role the role that the connections take, so that they have only its rights; defaults to the account in the URL
 * @param maxHoldMs how long a connection may be held, in milliseconds; unlimited by default
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
	/** Called when an idle connection breaks while the database is up. */
	onIdleError: (error: Error) => void;
	/** Role of the connections; defaults to the account in the URL. */
	role?: string | undefined;
	/** Maximum number of connections. */
	maxConnections?: number;
}

/**
 * Opens the pool for requests. Connections are held only as long as a client should wait. While the
 * database is down, everything is refused at once.
 */
export function openRequestPool(
	url: string,
	{ health, onIdleError, role, maxConnections = 20 }: RequestPoolOptions,
): DatabasePool {
	// Without the role, the URL may not allow settings at all: `maxHoldMs` then limits each statement.
	const settings = role && { role, statement_timeout: STATEMENT_TIMEOUT_MS };
	const pool = new Pool({
		...clientConfig(url, settings || undefined),
		...REQUEST_LIMITS,
		max: maxConnections,
		min: MIN_CONNECTIONS,
		idleTimeoutMillis: IDLE_TIMEOUT_MS,
		keepAlive: true,
		health,
	});
	// The health monitor has reported that the database is down, so broken connections are not reported.
	return toDatabasePool(pool, (error) => health.isUp() && onIdleError(error));
}

function toDatabasePool(pool: Pool, onIdleError: (error: Error) => void): DatabasePool {
	// Not reported while the pool closes: the database may be stopping too.
	pool.on('error', (error) => pool.ending || onIdleError(error));
	return { db: drizzle({ client: pool }), pool, close: () => pool.end() };
}

/**
 * Whether connections to this URL can take the role. They cannot if the URL has `options` of its own, or leads to a pooler,
 * which refuses or ignores the role.
 */
export async function canConnectAs(url: string, role: string): Promise<boolean> {
	try {
		return await withClient(clientConfig(url, { role }), async (client) => {
			const { rows } = await client.query<{ role: string }>('select current_user as role');
			return rows[0]?.role === role;
		});
	} catch {
		return false;
	}
}

/**
 * Settings are sent in the startup packet, so that a pooler never gives a connection with the role to another client.
 */
function clientConfig(
	url: string,
	settings: Record<string, string | number> | undefined,
): pg.ClientConfig {
	const options = Object.entries(settings ?? {}).map(([name, value]) => `-c ${name}=${value}`);
	return { connectionString: url, ...(options.length > 0 && { options: options.join(' ') }) };
}
