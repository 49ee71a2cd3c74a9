/** Something that protects the market, with the change that takes it away and the test that must notice. */
export interface Control {
	name: string;
	/** Where it is in the source. */
	file: string;
	/** As it stands there, once. */
	find: string;
	/** What stands there when it is off. */
	replace: string;
	test: CitedTest;
	/** The change is one of the schema: the test has a database made anew. */
	isOfSchema?: true;
}

/** A test by its file and its title as it is written there. */
interface CitedTest {
	file: string;
	title: string;
}
