import { DrizzleQueryError } from 'drizzle-orm';

/** PostgreSQL's code for a table that is not there. */
const UNDEFINED_TABLE = '42P01';

/** Why something failed, in one line for the person at the terminal. */
export function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	if (!(error instanceof DrizzleQueryError)) return error.message;
	const cause = error.cause as (Error & { code?: string }) | undefined;
	return cause?.code === UNDEFINED_TABLE
		? 'There is no market in this database yet: start it first, with npm start.'
		: (cause?.message ?? error.message);
}
