import { defineErrors } from '#contract/core/errors.ts';

export const FEEDBACK_ERRORS = /* @__PURE__ */ defineErrors('feedback', {
	/** For missing fields after the first, which has the `required` message. */
	fieldRequired: 'Please fill this in.',
	required: 'Please fill in all required fields and provide a rating.',
	tooLong: 'Feedback can be at most 5,000 characters.',
	badCategory: 'Please choose a category from the list.',
	badFeatured: 'Featured is either true or false.',
});
