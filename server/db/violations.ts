import type { DeclaredError } from '#contract/core/errors.ts';
import { AppError, type AppErrorKind } from '#server/lib/app-error.ts';
import { sqlStateOf } from './errors.ts';

const FOREIGN_KEY_VIOLATION = '23503';
const UNIQUE_VIOLATION = '23505';

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
