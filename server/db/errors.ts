import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { Refusal } from '#server/lib/app-error.ts';

/** No connection to the database could be had. */
export class DatabaseAway extends Error {
	constructor(cause: unknown) {
		super(reasonOf(cause), { cause });
		this.name = 'DatabaseAway';
	}
}

/**
 * What the database answers when it can't serve at the moment: lost connections, no room, stopping or starting, statements
 * that took too long or met others. Asked again, it may well do it.
 */
const NOT_NOW = /^(08|40|53|57P|58)|^(57014|55P03)$/;
/** The answer of a database that was the one to write to until a moment ago, and is a copy of another now. */
const READ_ONLY = '25006';
/** A pooler calls everything a broken protocol (08P01), what will never be otherwise too. */
const REFUSED_BY_POOLER = /authentication failed|no such (user|database)/;

/** The driver gives these no code. */
const LOST =
	/^(Connection terminated|Client (was closed|has encountered)|Query read timeout|timeout e)/;
const LOST_CODES = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNREFUSED', 'ECONNABORTED'];

/** Whether it was the database that could not serve; what a statement would have changed may be done or not. */
export function isAway(error: unknown): boolean {
	if (error instanceof DatabaseAway) return true;
	const fault = error instanceof DrizzleQueryError ? error.cause : undefined;
	return fault !== undefined && (fault instanceof DatabaseAway || isNotNow(fault));
}

/** Whether a connection that failed so may be had later: what answers in words, such as a wrong password, stays so. */
export function isUnreachable(fault: unknown): boolean {
	if (!(fault instanceof pg.DatabaseError)) return true;
	return NOT_NOW.test(fault.code ?? '') && !REFUSED_BY_POOLER.test(fault.message);
}

function isNotNow(fault: Error): boolean {
	if (fault instanceof pg.DatabaseError) {
		return NOT_NOW.test(fault.code ?? '') || fault.code === READ_ONLY;
	}
	return LOST_CODES.includes(codeOf(fault)) || LOST.test(fault.message);
}

/** How people are told, where the database could not serve; undefined for every other error. */
export function asRefusal(error: unknown): Refusal | undefined {
	if (error instanceof Refusal) return error;
	if (error instanceof DrizzleQueryError && error.cause instanceof Refusal) return error.cause;
	return isAway(error) ? new Refusal('unavailable', COMMON_MESSAGES.unavailable) : undefined;
}

/** In a few words, without what a statement was about; several addresses that were tried each have their own. */
export function reasonOf(error: unknown): string {
	if (error instanceof DrizzleQueryError) return reasonOf(error.cause);
	const [fault] = error instanceof AggregateError ? error.errors : [error];
	return hasMessage(fault) ? fault.message : String(fault);
}

/** An error; the job queue gives a copy of one. */
function hasMessage(fault: unknown): fault is { message: string } {
	return typeof fault === 'object' && fault !== null && 'message' in fault;
}

function codeOf(fault: Error): string {
	return 'code' in fault ? String(fault.code) : '';
}
