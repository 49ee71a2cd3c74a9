import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import type { Db, PooledDb } from './client.ts';

/** In milliseconds. By itself the database finds out only once it is done that nobody is there any more. */
const LOOK_WHETHER_WE_ARE_THERE = sql`set local client_connection_check_interval = 1000`;

/**
 * A transaction for somebody who may be gone before it ends: its connection is then given up at once, and the database ends
 * what it was doing within a second.
 * @throws `gone.reason`
 */
export async function transactUntil<T>(
	gone: AbortSignal,
	db: PooledDb,
	work: (tx: Db) => Promise<T>,
	config?: PgTransactionConfig,
): Promise<T> {
	gone.throwIfAborted();
	const client = await db.$client.connect();
	const giveUp = () => void client.connection.stream.destroy();
	gone.addEventListener('abort', giveUp);
	try {
		gone.throwIfAborted();
		return await drizzle({ client }).transaction(async (tx) => {
			await tx.execute(LOOK_WHETHER_WE_ARE_THERE);
			return work(tx);
		}, config);
	} catch (error) {
		gone.throwIfAborted();
		throw error;
	} finally {
		gone.removeEventListener('abort', giveUp);
		client.release(gone.aborted);
	}
}
