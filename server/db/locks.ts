import type { Db } from './client.ts';
import { type AnyPgColumn, asc, type PgTable, type SQL, sql } from './drizzle.ts';

/**
 * Numbers of PostgreSQL advisory locks, taken by instances that start together on one database, and by backups and
 * photo removal. The numbers are arbitrary, but must differ and be the same in every instance.
 */
export const LOCKS = {
	migrations: 7_170_001,
	rights: 7_170_002,
	demo: 7_170_003,
	firstAdmin: 7_170_004,
	photoFiles: 7_170_005,
} as const;

/**
 * Waits for the lock on a text, and holds it until the transaction ends. All callers share one
 * namespace: locks for different purposes need different texts.
 */
export async function lockText(tx: Db, text: string): Promise<void> {
	await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${text}, 0))`);
}

type TableWithId = PgTable & { id: AnyPgColumn<{ data: number; notNull: true }> };

/**
 * Locks rows until the transaction ends. They are locked in the order of their ids, so that two transactions which lock
 * some of the same rows do not deadlock. Rows with foreign keys to them can still be inserted.
 * @returns the ids of the rows
 */
export async function lockRows(
	tx: Db,
	table: TableWithId,
	condition: SQL | undefined,
): Promise<number[]> {
	const locked = await tx
		.select({ id: table.id })
		.from(table)
		.where(condition)
		.orderBy(asc(table.id))
		.for('no key update');
	return locked.map(({ id }) => id);
}
