/** The parts of titles of one category; in each list the most common words come first. */
export interface Vocabulary {
	/** Share of all items, in percent. */
	share: number;
	/** Makers or authors: the first part of a title. */
	makers: readonly string[];
	/** Nouns: the second part of a title, each with its lowest and highest price in rupees. */
	things: readonly (readonly [name: string, low: number, high: number])[];
	/** Edition, size or accessories: the last part of a title. */
	details: readonly string[];
	/** Whether some items have a model number of their own, which gives a long tail of rare words. */
	modelNumbers: boolean;
}
