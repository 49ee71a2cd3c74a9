import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/client.ts';

/** Inserts a row. @returns its id */
export async function insertRow<Table extends PgTable>(
	db: Db,
	table: Table,
	values: Table['$inferInsert'],
): Promise<number> {
	const query = db.insert(table as PgTable).values(values as never);
	const [row] = await query.returning();
	return Number(row?.id);
}
