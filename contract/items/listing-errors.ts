import { CATALOGUE_LIMITS } from '#contract/catalogue/facts.ts';
import { defineErrors } from '#contract/core/errors.ts';

/** Errors of the query parameters of listings. In a file of their own, so that an item page does not load them. */
export const LISTING_ERRORS = /* @__PURE__ */ defineErrors('item', {
	badIdList: 'Please name 1 to 24 items by their numbers.',
	badSort: 'That order is not known.',
	badLimit: 'The number of items must be a whole number above 0.',
	searchTooLong: 'Please search with fewer words.',
	badPriceRange: 'That price range is not valid.',
	badReserved: 'Reserved items can only be left out: reserved=false.',
	branch: 'Please name a branch by its code.',
	unknownBranch: (code: string) => `There is no branch “${code}”.`,
	badSemester: `A semester is a whole number from 1 to ${CATALOGUE_LIMITS.semesterMax}.`,
});
