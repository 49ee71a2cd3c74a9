import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { Pool } from './pool.ts';
import type { Pulse } from './pulse.ts';

/** The pool or an open transaction; every query takes one, so no query can escape its transaction. */
export type Db = Pick<
	NodePgDatabase,
	'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction'
>;

export interface Connection {
	db: NodePgDatabase;
	pool: pg.Pool;
	close: () => Promise<void>;
}

/** Below two seconds together: so long may somebody wait who can't be served. */
const REQUEST_LIMITS = {
	connectionTimeoutMillis: 600,
	query_timeout: 1350,
	heldMs: 1350,
};
/** Before we give up ourselves, so that what nobody waits for any longer is not done either. */
const STATEMENT_MS = 1200;
/** Kept even where nobody asks for long: they serve while others take all the connections that the database has. */
const KEPT_CONNECTIONS = 4;

/**
 * Opens a pool; nothing is connected before the first query.
 * @param onIdleError told when a resting connection breaks, which would otherwise end the process
 * @param role whose rights the connections have, and no others; unset, those of the account in the address
 */
export function connect(
	url: string,
	onIdleError: (error: Error) => void,
	role?: string,
): Connection {
	const config = { ...addressed(url, role && { role }), max: 20, connectionTimeoutMillis: 5000 };
	return connectionOf(new Pool({ ...config, keepAlive: true }), onIdleError);
}

/**
 * The same for those who wait for an answer: nothing takes longer than they should wait, and while the database does not
 * answer everything is refused at once.
 */
export function connectInTime(
	url: string,
	pulse: Pulse,
	onIdleError: (error: Error) => void,
	role: string | undefined,
): Connection {
	const pool = new Pool({
		...addressed(url, role && { role, statement_timeout: STATEMENT_MS }),
		...REQUEST_LIMITS,
		max: 20,
		min: KEPT_CONNECTIONS,
		keepAlive: true,
		pulse,
	});
	// The pulse has told that the database is away: that each connection broke is no news.
	return connectionOf(pool, (error) => pulse.isBeating() && onIdleError(error));
}

function connectionOf(pool: Pool, onIdleError: (error: Error) => void): Connection {
	// A database that stops with us breaks the connections we are letting go of: no news.
	pool.on('error', (error) => pool.ending || onIdleError(error));
	return { db: drizzle({ client: pool }), pool, close: () => pool.end() };
}

/**
 * Whether connections for the role have its rights: an address with options of its own keeps those instead, and poolers
 * refuse the connection or hand none on.
 */
export async function worksAs(url: string, role: string): Promise<boolean> {
	const client = new pg.Client(addressed(url, { role }));
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
	settings: Record<string, string | number> | '' | undefined,
): pg.ClientConfig {
	const options = Object.entries(settings || {}).map(([name, value]) => `-c ${name}=${value}`);
	return { connectionString: url, ...(options.length > 0 && { options: options.join(' ') }) };
}
