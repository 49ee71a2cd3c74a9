export type RefusalKind =
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
const NOTED: readonly RefusalKind[] = [
	...(['invalid', 'unauthenticated', 'forbidden'] as const),
	...(['too_large', 'wrong_type', 'too_many'] as const),
];

export const isNoteworthy = (kind: RefusalKind) => NOTED.includes(kind);

/** What is wrong with one field of a request. */
export interface InputIssue {
	path: string;
	message: string;
}

/** An expected "no" whose message is fit for the user. Anything else thrown is a bug and becomes a 500. */
export class Refusal extends Error {
	readonly kind: RefusalKind;
	/** The fields at fault, where the request itself was not valid. */
	readonly issues: readonly InputIssue[] | undefined;

	/** Told besides, where a client needs more than words. */
	readonly more: Readonly<Record<string, unknown>> | undefined;

	constructor(
		kind: RefusalKind,
		message: string,
		issues?: readonly InputIssue[],
		more?: Readonly<Record<string, unknown>>,
	) {
		super(message);
		this.kind = kind;
		this.issues = issues;
		this.more = more;
	}
}

/** Of somebody who has guessed at a password: it is counted, in whatever words it is refused. */
export class WrongPassword extends Refusal {}

/** Of whoever comes while as much waits as may: as with what is unavailable, there may be room soon. */
export class Crowded extends Refusal {}

/** Of somebody who has proved who they are, and whom an administrator has suspended. */
export class Suspended extends Refusal {}

/** A request that is not valid because of one field: its form shows the words there. */
export function invalidField(path: string, message: string): Refusal {
	return new Refusal('invalid', message, [{ path, message }]);
}
