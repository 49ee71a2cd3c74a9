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
