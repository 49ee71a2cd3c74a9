import { fillPlaceholders, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';

/** Runs a statement with values for its named placeholders. */
type RunStatement<Row> = (db: Db, values?: Record<string, unknown>) => Promise<Row[]>;

const dialect = new PgDialect();

/**
 * Builds a frequent query once per pool; each connection parses it once. In a transaction it is built each time.
 * @param build ends with `.prepare` and a unique name; uses `sql.placeholder` for values that vary
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
 * Prepares a raw SQL statement, built once per process. Every connection keeps every prepared name
 * in memory, so use few names and never user input.
 *
 * Drizzle offers prepared statements for its query builder only. Its internal session, which this
 * uses, also prepares raw SQL. To plan such a statement at each call would cost more than to run it
 * (bench/RESULTS.md, "uncached reads: rate").
 * @param name unique
 * @param statement with `sql.placeholder` for values that vary
 */
export function prepareStatement<Row>(name: string, statement: SQL): RunStatement<Row> {
	const { sql, params } = dialect.sqlToQuery(statement);
	return async (db, values = {}) => {
		const { session } = (db as NodePgDatabase)._;
		if (typeof session?.prepareQuery !== 'function')
			throw new Error('Drizzle has no session with `prepareQuery` any longer.');
		const query = { sql, params: fillPlaceholders(params, values) };
		const preparedQuery = session.prepareQuery<{
			execute: { rows: Row[] };
			all: never;
			values: never;
		}>(query, undefined, name, false);
		return (await preparedQuery.execute()).rows;
	};
}
