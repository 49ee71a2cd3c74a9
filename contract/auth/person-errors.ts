import { defineErrors } from '#contract/core/errors.ts';

export const PERSON_ERRORS = /* @__PURE__ */ defineErrors('person', {
	name: 'Name must be between 1 and 50 characters.',
	nameReserved:
		'That name could be mistaken for the people who run this site. Please choose another one.',
	email: 'Please enter a valid email address.',
	phone: 'Please enter a valid phone number.',
	contact: 'Please enter an email address or a phone number.',
	passwordRequired: 'Please enter your password.',
	passwordShort: 'Password must be at least 8 characters.',
	passwordLong: 'Password must be at most 128 characters.',
	passwordEasy: 'That password is easy to guess. Please choose another one.',
	passwordsDiffer: 'Passwords do not match',
});
