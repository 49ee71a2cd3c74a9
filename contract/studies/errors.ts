import { defineErrors } from '#contract/core/errors.ts';

/** An unknown branch and a wrong semester are refused as in the listing's filters (contract/items/errors.ts). */
export const STUDIES_ERRORS = /* @__PURE__ */ defineErrors('studies', {
	branchMissing: 'Please choose your branch.',
	semesterMissing: 'Please choose your semester.',
});
