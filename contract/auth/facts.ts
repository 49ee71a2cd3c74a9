/** Texts about signing in and signing up. */
export const AUTH_MESSAGES = {
	failed: 'Something went wrong. Please try again.',
	completing: 'Completing Authentication...',
	loggedIn: 'Logged in successfully.',
	registered: 'Account created successfully.',
	/** Below the button of Google in the demo. */
	googleInDemo:
		'To switch this on, set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET as .env.example says.',
} as const;
