import pg from 'pg';
import { type DeclaredError, REQUEST_ERRORS } from '#contract/core/errors.ts';
import { AppError, type AppErrorKind } from '#server/lib/app-error.ts';
import { DrizzleQueryError } from './drizzle.ts';

/** No connection to the database could be opened, or none was tried because the database is known to be down. */
export class DatabaseUnavailable extends Error {
	constructor(cause: unknown) {
		super(reasonOf(cause), { cause });
		this.name = 'DatabaseUnavailable';
	}
}

/**
 * SQLSTATEs of temporary failures: lost connections, too many connections, startup or shutdown, timeouts and lock
 * conflicts. A retry may succeed.
 */
const TEMPORARY_SQLSTATE = /^(08|40|53|57P|58)|^(57014|55P03)$/;
/** Sent by a former primary that is a replica now. */
const READ_ONLY_SQLSTATE = '25006';

const FOREIGN_KEY_VIOLATION = '23503';
const UNIQUE_VIOLATION = '23505';

/** Messages of driver errors that have no code. `timeout e` begins “timeout exceeded” and “timeout expired”. */
const LOST_CONNECTION =
	/^(Connection terminated|Client (was closed|has encountered)|Query read timeout|timeout e)/;
const LOST_CONNECTION_CODES = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNREFUSED', 'ECONNABORTED'];

/** Whether the database was unavailable. The effect of a statement that failed this way is unknown. */
export function isDatabaseUnavailable(error: unknown): boolean {
	if (error instanceof DatabaseUnavailable) return true;
	const cause = error instanceof DrizzleQueryError ? error.cause : undefined;
	return cause !== undefined && (cause instanceof DatabaseUnavailable || isTemporary(cause));
}

/** Whether a failed connection may succeed later. Refusals by the server, such as a wrong password, are permanent. */
export function mayConnectLater(cause: unknown): boolean {
	return !(cause instanceof pg.DatabaseError) || TEMPORARY_SQLSTATE.test(cause.code ?? '');
}

/** The SQLSTATE of a failed statement, or the code of a lost connection; empty for errors without a code. */
export function sqlStateOf(error: unknown): string {
	const cause = error instanceof DrizzleQueryError ? error.cause : error;
	return cause instanceof Error ? codeOf(cause) : '';
}

function isTemporary(cause: Error): boolean {
	if (cause instanceof pg.DatabaseError) {
		return TEMPORARY_SQLSTATE.test(cause.code ?? '') || cause.code === READ_ONLY_SQLSTATE;
	}
	return LOST_CONNECTION_CODES.includes(codeOf(cause)) || LOST_CONNECTION.test(cause.message);
}

/**
 * Returns the error for the client: an AppError as it is, 503 when the database is unavailable, undefined for every
 * other error.
 */
export function asAppError(error: unknown): AppError | undefined {
	if (error instanceof AppError) return error;
	return isDatabaseUnavailable(error)
		? new AppError('unavailable', REQUEST_ERRORS.unavailable)
		: undefined;
}

/** Turns a foreign key violation into a conflict: something refers to what was to be deleted. */
export const conflictIfInUse = (inUse: DeclaredError) =>
	translate(FOREIGN_KEY_VIOLATION, 'conflict', inUse);

/** Turns a unique violation into a conflict: the value may have been taken after the check. */
export const conflictIfTaken = (taken: DeclaredError) =>
	translate(UNIQUE_VIOLATION, 'conflict', taken);

/** Turns a unique violation into an invalid input: two values in the input are equal for the database. */
export const invalidIfTaken = (taken: DeclaredError) =>
	translate(UNIQUE_VIOLATION, 'invalid', taken);

function translate(sqlState: string, kind: AppErrorKind, declared: DeclaredError) {
	return (error: unknown): never => {
		throw sqlStateOf(error) === sqlState ? new AppError(kind, declared) : error;
	};
}

/** A short reason without the statement text; for several addresses the reason of the first. */
export function reasonOf(error: unknown): string {
	if (error instanceof DrizzleQueryError) return reasonOf(error.cause);
	const [cause] = error instanceof AggregateError ? error.errors : [error];
	return hasMessage(cause) ? cause.message : String(cause);
}

/** The job queue passes errors as plain objects. */
function hasMessage(cause: unknown): cause is { message: string } {
	return typeof cause === 'object' && cause !== null && 'message' in cause;
}

function codeOf(cause: Error): string {
	return 'code' in cause ? String(cause.code) : '';
}
