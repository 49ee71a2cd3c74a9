/** The history state of the home page after the session guard redirected there. */
export interface RequestedPathState {
	/** The requested address, which needs a session. */
	requestedPath: string;
}
