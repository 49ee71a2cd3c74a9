/** Why a step failed. `refused-input`: the server refused an entered value; `other`: any other reason. */
export interface StepFailure {
	kind: 'refused-input' | 'other';
	message: string;
	/** Path of the refused field in the body of the request. */
	path?: string | undefined;
}
