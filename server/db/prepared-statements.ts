import type { Db } from './client.ts';
import { fillPlaceholders, PgDialect, type SQL } from './drizzle.ts';

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
 * Prepares a raw SQL statement, built once per process; Drizzle prepares those of its query builder only. Every connection
 * keeps every prepared name in memory, so use few names and never user input. To plan such a statement at each call would
 * cost more than to run it (bench/RESULTS.md, "uncached reads: rate").
 * @param name unique
 * @param statement with `sql.placeholder` for values that vary
 */
export function prepareStatement<Row>(name: string, statement: SQL): RunStatement<Row> {
	const { sql: text, params } = dialect.sqlToQuery(statement);
	return (db, values = {}) =>
		db.executePrepared<Row>({ name, text, values: fillPlaceholders(params, values) });
}
