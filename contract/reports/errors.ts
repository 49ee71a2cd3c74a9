import { defineErrors } from '#contract/core/errors.ts';

export const REPORT_ERRORS = /* @__PURE__ */ defineErrors('report', {
	itemReason: 'Please provide a reason for reporting this item.',
	wantedReason: 'Please provide a reason for reporting this post.',
	userReason: 'Please describe what happened.',
	tooLong: 'Please describe it in at most 2,000 characters.',
	badItem: 'That item is not valid.',
	unknownUser: 'Unable to determine user to report',
	ownItem: 'You cannot report your own item.',
	ownWanted: 'You cannot report your own post.',
	yourself: 'You cannot report yourself.',
});
