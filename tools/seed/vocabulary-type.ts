/** What the titles of one category are put together from; in each list the commoner words come first. */
export interface Vocabulary {
	/** Of all items, in hundredths. */
	share: number;
	/** Makers or authors, before the thing. */
	makers: readonly string[];
	/** The thing, with the rupees it goes for between. */
	things: readonly (readonly [name: string, low: number, high: number])[];
	/** After the thing: edition, size, what comes with it. */
	details: readonly string[];
	/** Whether some have a model's number of their own, as a long tail of words that are rare. */
	modelNumbers: boolean;
}
