import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Pulse } from './health.ts';
import { Pool } from './pool.ts';

/** The pool or an open transaction; every query takes one, so no query can escape its transaction. */
export type Db = Pick<
	NodePgDatabase,
	'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction'
>;

/** The pool alone: of which a connection can be had. */
export type PooledDb = Db & { readonly $client: pg.Pool };

/** Where what may lag behind by moments is read. */
export interface Reading {
	/**
	 * Reads at a copy of the database where one will do: never one that lacks what anybody has been told is written. Whatever
	 * fails there is done once more at the database itself, so it must not change anything.
	 */
	read: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
	/** Told after something was written, and before anybody hears that it was. */
	wrote: () => Promise<void>;
	/** How it stands with the copy; undefined where there is none. */
	standing: () => ReplicaHealth | undefined;
}
export type Read = Reading['read'];

interface ReplicaHealth {
	/** How long ago it was as the database was. */
	behindMs: number;
	/** Why it is not read, in words. */
	trouble: string | undefined;
}

export interface Connection {
	db: NodePgDatabase & PooledDb;
	pool: pg.Pool;
	/** For what may be read at a copy of the database, where there is one. */
	reading: Reading;
	close: () => Promise<void>;
}

/** Below two seconds together: so long may somebody wait who can't be served. */
const REQUEST_LIMITS = {
	connectionTimeoutMillis: 600,
	heldMs: 1350,
};
/** Before we give up ourselves, so that what nobody waits for any longer is not done either. */
export const STATEMENT_MS = 1200;
/** Short enough to ask the database itself after all, and still be in time. */
const COPY_LIMITS = { connectionTimeoutMillis: 250, heldMs: 550 };
const COPY_SETTINGS = { statement_timeout: 500, default_transaction_read_only: 'on' };
/** Kept even where nobody asks for long: they serve while others take all the connections that the database has. */
const KEPT_CONNECTIONS = 4;
/**
 * What a rush has opened serves the next: to open them all again, each with its statements to be planned, would take a core a
 * quarter of a second just when many come.
 */
export const KEPT_AFTER_RUSH_MS = 5 * 60_000;

/**
 * Opens a pool; nothing is connected before the first query.
 * @param onIdleError told when a resting connection breaks, which would otherwise end the process
 * @param role whose rights the connections have, and no others; unset, those of the account in the address
 * @param heldMs how long a connection may be kept, in milliseconds; any time unless said
 */
export function connect(
	url: string,
	onIdleError: (error: Error) => void,
	role?: string,
	heldMs?: number,
): Connection {
	const config = {
		...addressed(url, role ? { role } : undefined),
		max: 20,
		connectionTimeoutMillis: 5000,
	};
	const pool = new Pool({ ...config, keepAlive: true, ...(heldMs !== undefined && { heldMs }) });
	return connectionOf(pool, onIdleError);
}

interface InTime {
	pulse: Pulse;
	/** Told when a resting connection breaks while the database is there. */
	onIdleError: (error: Error) => void;
	/** Whose rights the connections have; unset, those of the account in the address. */
	role?: string | undefined;
	/** How many connections there are at most. */
	most?: number;
	/** Whether the address is a pooler's: rights and limits are then those of the account. */
	isPooled?: boolean;
}

/**
 * The same for those who wait for an answer: nothing takes longer than they should wait, and while the database does not
 * answer everything is refused at once.
 */
export function connectInTime(
	url: string,
	{ pulse, onIdleError, role, most = 20, isPooled = false }: InTime,
): Connection {
	const settings = role && !isPooled && { role, statement_timeout: STATEMENT_MS };
	const pool = new Pool({
		...addressed(url, settings || undefined),
		...REQUEST_LIMITS,
		max: most,
		min: KEPT_CONNECTIONS,
		idleTimeoutMillis: KEPT_AFTER_RUSH_MS,
		keepAlive: true,
		pulse,
		isPooled,
	});
	// The pulse has told that the database is away: that each connection broke is no news.
	return connectionOf(pool, (error) => pulse.isBeating() && onIdleError(error));
}

/** Connections to a copy of the database, for those who wait for an answer and may get it elsewhere. */
export function connectToCopy(
	url: string,
	{ pulse, onIdleError, isPooled = false }: InTime,
): Connection {
	const settings = isPooled ? undefined : COPY_SETTINGS;
	const pool = new Pool({
		...addressed(url, settings),
		...COPY_LIMITS,
		max: 20,
		idleTimeoutMillis: KEPT_AFTER_RUSH_MS,
		keepAlive: true,
		pulse,
		isPooled,
	});
	return connectionOf(pool, (error) => pulse.isBeating() && onIdleError(error));
}

function connectionOf(pool: Pool, onIdleError: (error: Error) => void): Connection {
	// A database that stops with us breaks the connections we are letting go of: no news.
	pool.on('error', (error) => pool.ending || onIdleError(error));
	const db = drizzle({ client: pool });
	return { db, pool, reading: readAt(db), close: () => pool.end() };
}

/** Of one database that has no copy. */
function readAt(db: Db): Reading {
	return {
		read: (work) => work(db),
		wrote: async () => undefined,
		standing: () => undefined,
	};
}

/**
 * Whether connections for the role have its rights: an address with options of its own keeps those instead, and poolers
 * refuse the connection or hand none on.
 */
export async function worksAs(url: string, role: string): Promise<boolean> {
	const client = new pg.Client(addressed(url, { role }));
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
function addressed(
	url: string,
	settings: Record<string, string | number> | undefined,
): pg.ClientConfig {
	const options = Object.entries(settings ?? {}).map(([name, value]) => `-c ${name}=${value}`);
	return { connectionString: url, ...(options.length > 0 && { options: options.join(' ') }) };
}
