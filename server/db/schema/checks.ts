import { type SQL, type SQLWrapper, sql } from '../drizzle.ts';

/* CHECK expressions for contract limits, with literal values because DDL takes no parameters. */

export function isWithin(value: SQLWrapper, min: number, max: number): SQL {
	return sql`${value} between ${sql.raw(String(min))} and ${sql.raw(String(max))}`;
}

export function isOneOf(value: SQLWrapper, values: readonly string[]): SQL {
	return sql`${value} in (${sql.raw(values.map((one) => `'${one}'`).join(', '))})`;
}

/** @param pattern without flags or an apostrophe, in the syntax that JavaScript and PostgreSQL share */
export function matches(value: SQLWrapper, { source }: RegExp): SQL {
	return sql`${value} ~ ${sql.raw(`'${source}'`)}`;
}
