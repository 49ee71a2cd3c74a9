import { defineErrors } from '#contract/core/errors.ts';
import { SEARCH_LIMITS } from './facts.ts';

export const SEARCH_ERRORS = /* @__PURE__ */ defineErrors('saved-search', {
	badQuery: 'Please send the search as it stands in the address of its listing.',
	queryTooLong: 'This search is too long to save.',
	emptyQuery: 'Please search for something or choose a filter first.',
	badAlert: 'Please choose at once, daily or off.',
	tooMany: `You can save ${SEARCH_LIMITS.perPerson} searches. Please remove one first.`,
	notFound: 'That saved search is no longer there.',
});
