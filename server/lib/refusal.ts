export type RefusalKind =
	| 'invalid'
	| 'unauthenticated'
	| 'forbidden'
	| 'not_found'
	| 'conflict'
	| 'too_large'
	| 'wrong_type'
	| 'too_many';

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

	constructor(kind: RefusalKind, message: string, issues?: readonly InputIssue[]) {
		super(message);
		this.kind = kind;
		this.issues = issues;
	}
}
