import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Limits of the contract as checks have them, which take no parameters. */
export function isWithin(value: SQLWrapper, least: number, most: number): SQL {
	return sql`${value} between ${sql.raw(String(least))} and ${sql.raw(String(most))}`;
}

export function isOneOf(value: SQLWrapper, values: readonly string[]): SQL {
	return sql`${value} in (${sql.raw(values.map((one) => `'${one}'`).join(', '))})`;
}
