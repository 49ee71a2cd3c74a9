import type * as z from 'zod/mini';
import { type DeclaredError, declaredErrorOf, REQUEST_ERRORS } from '#contract/core/errors.ts';
import { ISSUES_MAX } from '#contract/core/schemas.ts';

/** What kind of refusal an AppError is; http/errors.ts maps each kind to an HTTP status. */
export type AppErrorKind =
	| 'invalid'
	| 'unauthenticated'
	| 'forbidden'
	| 'not_found'
	| 'conflict'
	| 'too_large'
	| 'wrong_type'
	| 'too_many'
	/** Temporary: a retry may succeed. */
	| 'unavailable';

/** Kinds that may be attempts to break a rule, and are logged. `not_found`, `conflict` and `unavailable` are not. */
const LOGGED_KINDS: readonly AppErrorKind[] = [
	'invalid',
	'unauthenticated',
	'forbidden',
	'too_large',
	'wrong_type',
	'too_many',
];

export const isLoggedRefusal = (kind: AppErrorKind) => LOGGED_KINDS.includes(kind);

/** A validation error of one request field. */
export interface InputIssue extends DeclaredError {
	path: string;
}

/** An expected refusal, declared in the contract. Any other error is a bug and becomes a 500. */
export class AppError extends Error {
	readonly kind: AppErrorKind;
	/** `item/not-found`: identifies the error for programs. */
	readonly code: string;
	/** The first invalid fields, if the request was not valid. */
	readonly issues: readonly InputIssue[] | undefined;

	/** Additional data of the reply, for clients. */
	readonly details: Readonly<Record<string, unknown>> | undefined;

	constructor(
		kind: AppErrorKind,
		{ code, message }: DeclaredError,
		issues?: readonly InputIssue[],
		details?: Readonly<Record<string, unknown>>,
	) {
		super(message);
		this.kind = kind;
		this.code = code;
		this.issues = issues?.slice(0, ISSUES_MAX);
		this.details = details;
	}
}

/** A wrong password: counts as a failed sign-in attempt, whatever its kind and message. */
export class WrongPasswordError extends AppError {}

/** Refused because the queue of a concurrency limit is full. */
export class BusyError extends AppError {}

/** Whether the same request may succeed a moment later, because the server could not serve it now. */
export function mayRetrySucceed(error: AppError): boolean {
	return error.kind === 'unavailable' || error instanceof BusyError;
}

/** An authenticated user who is suspended. */
export class SuspendedError extends AppError {}

/** The refusal of a request that its schema does not accept, with code and message of the first issue. */
export function invalidInput(found: readonly z.core.$ZodIssue[]): AppError {
	const issues = found.slice(0, ISSUES_MAX).map(({ path, message }) => ({
		path: path.join('.'),
		...(path.length === 0 ? REQUEST_ERRORS.badRequest : declaredErrorOf(message)),
	}));
	return new AppError('invalid', issues[0] ?? REQUEST_ERRORS.badRequest, issues);
}

/** An invalid request because of one field; the form shows the message at this field. */
export function invalidField(path: string, error: DeclaredError): AppError {
	return new AppError('invalid', error, [{ path, ...error }]);
}
