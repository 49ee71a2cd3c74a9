import { defineErrors } from '#contract/core/errors.ts';

export const ACCOUNT_ERRORS = /* @__PURE__ */ defineErrors('account', {
	confirmationTooSoon: 'A link was sent a moment ago. Please wait a minute before asking again.',
	noEmailToConfirm: 'There is no email address to confirm.',
	wrongPassword: 'That is not your password.',
	signInAgain: 'To keep your account safe, please log out and log in again first.',
	contactRequired: 'Add an email address before you remove your phone number.',
	sessionNotFound: 'That device is signed out already.',
	linkNotConfigured: 'Signing in with another account is not available here.',
	notLinked: 'That account is not linked.',
	lastSignInMethod: 'Set a password first: this is your only way to sign in.',
	confirmDeletion: 'Type DELETE to confirm.',
});

export const PROFILE_ERRORS = /* @__PURE__ */ defineErrors('profile', {
	noPicture: 'Please choose a picture.',
	onePicture: 'Please choose one picture.',
	notYours: 'You can only change your own picture.',
});
