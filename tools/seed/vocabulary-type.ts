/** The parts of titles of one category; in each list the most common words come first. */
export interface Vocabulary {
	/** Share of all items, in percent. */
	share: number;
	/** Makers or authors, before the thing. */
	makers: readonly string[];
	/** The thing, with its lowest and highest price in rupees. */
	things: readonly (readonly [name: string, low: number, high: number])[];
	/** After the thing: edition, size, accessories. */
	details: readonly string[];
	/** Whether some items have a model number of their own, which gives a long tail of rare words. */
	modelNumbers: boolean;
}
