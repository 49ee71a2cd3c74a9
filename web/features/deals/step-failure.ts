/** Why a step was not done: what was entered is refused, or it could not be sent. */
export interface StepFailure {
	kind: 'entered' | 'other';
	message: string;
	/** Of the field that the server refuses. */
	path?: string | undefined;
}
