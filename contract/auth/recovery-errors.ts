import { defineErrors } from '#contract/core/errors.ts';

export const RECOVERY_ERRORS = /* @__PURE__ */ defineErrors('recovery', {
	linkExpired: 'This link is no longer valid. Please ask for a new one.',
	signInToConfirm:
		'Please log in to confirm this address. If you have no account here, you can ignore the email.',
	linkForOtherAccount:
		'This link is for another account. Please log in to that one and open it again.',
});
