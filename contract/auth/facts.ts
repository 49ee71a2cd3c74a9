/** Texts about signing in and signing up. */
export const AUTH_MESSAGES = {
	failed: 'Something went wrong. Please try again.',
	completing: 'Completing Authentication...',
	loggedIn: 'Logged in successfully.',
	registered: 'Account created successfully.',
} as const;
