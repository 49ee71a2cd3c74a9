import { fillPlaceholders, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';

/** Runs a statement with values for its placeholders, by their names. */
type RunStatement<Row> = (db: Db, values?: Record<string, unknown>) => Promise<Row[]>;

const dialect = new PgDialect();

/**
 * A query that is built once for each pool, and parsed once by each connection: for what is asked all the time. In a
 * transaction it is built each time, as any other.
 * @param build ends with `.prepare` and a name of its own; with `sql.placeholder` for what differs from one time to the next
 */
export function buildOncePerPool<Query>(build: (db: Db) => Query): (db: Db) => Query {
	const queries = new WeakMap<Db, Query>();
	return (db) => {
		const existing = queries.get(db);
		if (existing) return existing;
		const query = build(db);
		queries.set(db, query);
		return query;
	};
}

/**
 * The same for a statement that no builder knows, put together once in this process. Every name stays in the memory of every connection, so there must be few, and none of people's making.
 * @param name of its own
 * @param statement with `sql.placeholder` for what differs from one time to the next
 */
export function prepareStatement<Row>(name: string, statement: SQL): RunStatement<Row> {
	const { sql, params } = dialect.sqlToQuery(statement);
	return async (db, values = {}) => {
		const { session } = (db as NodePgDatabase)._;
		const query = { sql, params: fillPlaceholders(params, values) };
		const preparedQuery = session.prepareQuery<{
			execute: { rows: Row[] };
			all: never;
			values: never;
		}>(query, undefined, name, false);
		return (await preparedQuery.execute()).rows;
	};
}
