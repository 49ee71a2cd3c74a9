/** Texts of a listing of items. */
export const LISTING_MESSAGES = {
	priceField: 'Please type a price as a number, such as 250.',
	noCategory: 'The market has no category of this name.',
} as const;

/** What a listing says about parts of its address that are not valid. */
export const LISTING_WARNINGS = {
	badSort: 'The address asked for an order we don’t know; showing newest first.',
	badView: 'The address asked for a view we don’t know; showing a grid.',
	badPrice: 'The address asked for a price we can’t read; showing every price.',
	badCondition: 'The address asked for a condition we don’t know; showing every condition.',
	badSubject: 'The address asked for a subject we don’t know; showing every subject.',
	badBranch: 'The address asked for a branch we don’t know; showing every branch.',
	badSemester: 'The address asked for a semester we don’t know; showing every semester.',
	badFlag: 'The address asked for a filter we can’t read; it is not set.',
	badPages: 'The address asked for a place in the list we don’t know; starting at the top.',
	queryTooLong: 'The address asked for very many words; searching for the first of them.',
} as const;
export type ListingWarning = keyof typeof LISTING_WARNINGS;
