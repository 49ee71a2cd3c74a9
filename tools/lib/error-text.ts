import { DrizzleQueryError } from 'drizzle-orm/errors';

/** PostgreSQL's error code for a missing table. */
const UNDEFINED_TABLE = '42P01';

/** The message of an error for the terminal; for a failed query, the message of the database. */
export function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	if (!(error instanceof DrizzleQueryError)) return error.message;
	const cause = error.cause as (Error & { code?: string }) | undefined;
	return cause?.code === UNDEFINED_TABLE
		? 'There is no market in this database yet: start it first, with npm start.'
		: (cause?.message ?? error.message);
}
