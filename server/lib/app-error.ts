export type AppErrorKind =
	| 'invalid'
	| 'unauthenticated'
	| 'forbidden'
	| 'not_found'
	| 'conflict'
	| 'too_large'
	| 'wrong_type'
	| 'too_many'
	/** For the moment: whoever asks again soon may well be served. */
	| 'unavailable';

/** What may be somebody's try to get around a rule, and is logged. That there is nothing, or not any more, is none. */
const AUDITED: readonly AppErrorKind[] = [
	...(['invalid', 'unauthenticated', 'forbidden'] as const),
	...(['too_large', 'wrong_type', 'too_many'] as const),
];

export const isAudited = (kind: AppErrorKind) => AUDITED.includes(kind);

/** What is wrong with one field of a request. */
export interface InputIssue {
	path: string;
	message: string;
}

/** An expected "no" whose message is fit for the user. Anything else thrown is a bug and becomes a 500. */
export class AppError extends Error {
	readonly kind: AppErrorKind;
	/** The fields at fault, where the request itself was not valid. */
	readonly issues: readonly InputIssue[] | undefined;

	/** Told besides, where a client needs more than words. */
	readonly details: Readonly<Record<string, unknown>> | undefined;

	constructor(
		kind: AppErrorKind,
		message: string,
		issues?: readonly InputIssue[],
		details?: Readonly<Record<string, unknown>>,
	) {
		super(message);
		this.kind = kind;
		this.issues = issues;
		this.details = details;
	}
}

/** Of somebody who has guessed at a password: it is counted, in whatever words it is refused. */
export class WrongPasswordError extends AppError {}

/** Of whoever comes while as much waits as may: as with what is unavailable, there may be room soon. */
export class BusyError extends AppError {}

/** Of somebody who has proved who they are, and whom an administrator has suspended. */
export class SuspendedError extends AppError {}

/** A request that is not valid because of one field: its form shows the words there. */
export function invalidField(path: string, message: string): AppError {
	return new AppError('invalid', message, [{ path, message }]);
}
