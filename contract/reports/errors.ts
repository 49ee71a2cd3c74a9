import { defineErrors } from '#contract/core/errors.ts';

export const REPORT_ERRORS = /* @__PURE__ */ defineErrors('report', {
	itemReason: 'Please provide a reason for reporting this item.',
	wantedReason: 'Please provide a reason for reporting this post.',
	reviewReason: 'Please provide a reason for reporting this review.',
	userReason: 'Please describe what happened.',
	tooLong: 'Please describe it in at most 2,000 characters.',
	badItem: 'That item is not valid.',
	unknownUser: 'Unable to determine user to report',
	ownItem: 'You cannot report your own item.',
	ownWanted: 'You cannot report your own post.',
	ownReview: 'You cannot report your own review.',
	unknownReview: 'Review not found.',
	reviewNotHidden: 'This review is not hidden.',
	yourself: 'You cannot report yourself.',
});
