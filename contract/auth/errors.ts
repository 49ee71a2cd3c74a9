import { defineErrors } from '#contract/core/errors.ts';

export const AUTH_ERRORS = /* @__PURE__ */ defineErrors('auth', {
	invalidCredentials: 'Invalid credentials',
	suspended: 'This account has been suspended. Contact support.',
	thirdPartyFailed: 'Google authentication failed. Please try again.',
	emailTaken: 'An account with this email already exists.',
	phoneTaken: 'An account with this phone number already exists.',
	userNotFound: 'User not found.',
	demoOnLoopbackOnly: 'Demo accounts sign in on this computer only.',
});

export const PERSON_ERRORS = /* @__PURE__ */ defineErrors('person', {
	name: 'Name must be between 1 and 50 characters.',
	email: 'Please enter a valid email address.',
	phone: 'Please enter a valid phone number.',
	contact: 'Please enter an email address or a phone number.',
	passwordRequired: 'Please enter your password.',
	passwordShort: 'Password must be at least 8 characters.',
	passwordLong: 'Password must be at most 128 characters.',
	passwordEasy: 'That password is easy to guess. Please choose another one.',
	passwordsDiffer: 'Passwords do not match',
});

export const RECOVERY_ERRORS = /* @__PURE__ */ defineErrors('recovery', {
	linkExpired: 'This link is no longer valid. Please ask for a new one.',
	signInToConfirm:
		'Please log in to confirm this address. If you have no account here, you can ignore the email.',
	linkForOtherAccount:
		'This link is for another account. Please log in to that one and open it again.',
});
