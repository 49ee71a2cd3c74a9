/** Why a step failed. `entered`: the server refused an entered value; `other`: any other reason. */
export interface StepFailure {
	kind: 'entered' | 'other';
	message: string;
	/** Path of the refused field in the body of the request. */
	path?: string | undefined;
}
