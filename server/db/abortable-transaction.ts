import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import { breakConnection } from './break-connection.ts';
import type { Db, PooledDb } from './client.ts';

/** In milliseconds. By default PostgreSQL notices a lost client only when the statement has finished. */
const CHECK_CLIENT_CONNECTION = sql`set local client_connection_check_interval = 1000`;

/**
 * Runs a transaction that ends when `signal` aborts: the connection is closed at once, and the database cancels the
 * running statement within a second.
 * @throws `signal.reason`
 */
export async function abortableTransaction<T>(
	signal: AbortSignal,
	db: PooledDb,
	work: (tx: Db) => Promise<T>,
	config?: PgTransactionConfig,
): Promise<T> {
	signal.throwIfAborted();
	const client = await db.$client.connect();
	const onAbort = () => breakConnection(client);
	signal.addEventListener('abort', onAbort);
	try {
		signal.throwIfAborted();
		return await drizzle({ client }).transaction(async (tx) => {
			await tx.execute(CHECK_CLIENT_CONNECTION);
			return work(tx);
		}, config);
	} catch (error) {
		signal.throwIfAborted();
		throw error;
	} finally {
		signal.removeEventListener('abort', onAbort);
		// `true` takes the connection out of the pool.
		client.release(signal.aborted);
	}
}
