import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import type { Db, PooledDb } from './client.ts';

/** In milliseconds. By itself the database finds out only once it is done that nobody is there any more. */
const CHECK_CLIENT_CONNECTION = sql`set local client_connection_check_interval = 1000`;

/**
 * A transaction for somebody who may be gone before it ends: its connection is then given up at once, and the database ends
 * what it was doing within a second.
 * @throws `gone.reason`
 */
export async function abortableTransaction<T>(
	signal: AbortSignal,
	db: PooledDb,
	work: (tx: Db) => Promise<T>,
	config?: PgTransactionConfig,
): Promise<T> {
	signal.throwIfAborted();
	const client = await db.$client.connect();
	const onAbort = () => void client.connection.stream.destroy();
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
		client.release(signal.aborted);
	}
}
