import { defineErrors } from '#contract/core/errors.ts';

/**
 * An unknown branch and a wrong semester have the errors of the listing's filters (contract/items/listing-errors.ts).
 */
export const STUDIES_ERRORS = /* @__PURE__ */ defineErrors('studies', {
	branchMissing: 'Please choose your branch.',
	semesterMissing: 'Please choose your semester.',
});
