/** A security control, with a change that disables it and the test file that must fail then. */
export interface Control {
	name: string;
	/** The source file of the control. */
	file: string;
	/** The source text to replace, which occurs once. */
	find: string;
	/** The text that disables the control. */
	replace: string;
	/** The test file that fails without the control. */
	test: string;
	/** Whether the change affects the database schema. The test then starts a new database. */
	isOfSchema?: true;
}
