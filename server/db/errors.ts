import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { AppError } from '#server/lib/app-error.ts';

/** No connection to the database could be had. */
export class DatabaseUnavailable extends Error {
	constructor(cause: unknown) {
		super(reasonOf(cause), { cause });
		this.name = 'DatabaseAway';
	}
}

/**
 * What the database answers when it can't serve at the moment: lost connections, no room, stopping or starting, statements
 * that took too long or met others. Asked again, it may well do it.
 */
const TEMPORARY_SQLSTATE = /^(08|40|53|57P|58)|^(57014|55P03)$/;
/** The answer of a database that was the one to write to until a moment ago, and is a copy of another now. */
const READ_ONLY_SQLSTATE = '25006';
/** A pooler calls everything a broken protocol (08P01), what will never be otherwise too. */
const REFUSED_BY_POOLER = /authentication failed|no such (user|database)/;

/** The driver gives these no code. */
const LOST_CONNECTION =
	/^(Connection terminated|Client (was closed|has encountered)|Query read timeout|timeout e)/;
const LOST_CONNECTION_CODES = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNREFUSED', 'ECONNABORTED'];

/** Whether it was the database that could not serve; what a statement would have changed may be done or not. */
export function isDatabaseUnavailable(error: unknown): boolean {
	if (error instanceof DatabaseUnavailable) return true;
	const cause = error instanceof DrizzleQueryError ? error.cause : undefined;
	return cause !== undefined && (cause instanceof DatabaseUnavailable || isTemporary(cause));
}

/** Whether a connection that failed so may be had later: what answers in words, such as a wrong password, stays so. */
export function isUnreachable(cause: unknown): boolean {
	if (!(cause instanceof pg.DatabaseError)) return true;
	return TEMPORARY_SQLSTATE.test(cause.code ?? '') && !REFUSED_BY_POOLER.test(cause.message);
}

function isTemporary(cause: Error): boolean {
	if (cause instanceof pg.DatabaseError) {
		return TEMPORARY_SQLSTATE.test(cause.code ?? '') || cause.code === READ_ONLY_SQLSTATE;
	}
	return LOST_CONNECTION_CODES.includes(codeOf(cause)) || LOST_CONNECTION.test(cause.message);
}

/** How people are told, where the database could not serve; undefined for every other error. */
export function asAppError(error: unknown): AppError | undefined {
	if (error instanceof AppError) return error;
	if (error instanceof DrizzleQueryError && error.cause instanceof AppError) return error.cause;
	return isDatabaseUnavailable(error)
		? new AppError('unavailable', COMMON_MESSAGES.unavailable)
		: undefined;
}

/** In a few words, without what a statement was about; several addresses that were tried each have their own. */
export function reasonOf(error: unknown): string {
	if (error instanceof DrizzleQueryError) return reasonOf(error.cause);
	const [cause] = error instanceof AggregateError ? error.errors : [error];
	return hasMessage(cause) ? cause.message : String(cause);
}

/** An error; the job queue gives a copy of one. */
function hasMessage(cause: unknown): cause is { message: string } {
	return typeof cause === 'object' && cause !== null && 'message' in cause;
}

function codeOf(cause: Error): string {
	return 'code' in cause ? String(cause.code) : '';
}
