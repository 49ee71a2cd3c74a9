/** The state of the home page's entry in the history, where the guard led there. */
export interface RequestedPathState {
	/** The address that needs a session. */
	turnedAwayFrom: string;
}
