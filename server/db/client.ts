import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

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

/**
 * Opens a pool; nothing is connected before the first query.
 * @param onIdleError told when a resting connection breaks, which would otherwise end the process
 */
export function connect(url: string, onIdleError: (error: Error) => void): Connection {
	const pool = new pg.Pool({ connectionString: url, max: 20, connectionTimeoutMillis: 2000 });
	// A database that stops with us breaks the connections we are letting go of: no news.
	pool.on('error', (error) => pool.ending || onIdleError(error));
	return { db: drizzle({ client: pool }), pool, close: () => pool.end() };
}
