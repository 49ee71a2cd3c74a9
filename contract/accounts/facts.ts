/** Texts about accounts that the server sends and the pages show. */
export const ACCOUNT_MESSAGES = {
	nameChanged: 'Your name has been changed.',
	phoneChanged: 'Your phone number has been changed.',
	phoneRemoved: 'Your phone number has been removed.',
	passwordChanged: 'Your password has been changed. All other devices are signed out.',
	emailUnchanged: 'Your email address stays as it is.',
	confirmationSent: 'A link is on its way. Open it to confirm your email address.',
	sessionEnded: 'That device is signed out.',
	signedOutEverywhere: 'You are signed out on all devices.',
	unlinked: 'That account is no longer linked.',
	deleted: 'Your account is deleted.',
	/** Shown when the request to delete got no answer, and the session has ended since. */
	perhapsDeleted:
		'Your account may have been deleted already. If you can still log in, please try once more.',
	/**
	 * Shown when the request to sign in again got no answer, and the session has ended since. The change for which the
	 * user signed in again was not made.
	 */
	reauthenticationLost:
		'We lost the connection while you confirmed it is you. Please log in and try once more.',
	deletedName: 'Deleted user',
} as const;

/**
 * A seller's reply time is measured in the chats begun in the last `days`. It is shown if the seller has answered at
 * least `answeredChatsMin` of them.
 */
export const REPLY_TIME = { days: 90, answeredChatsMin: 5 } as const;

/** Minutes after a sign-in in which sensitive changes need no new sign-in. */
export const RECENT_SIGN_IN_MINUTES = 15;

/** Maximum number of sessions of a user. A nightly job ends those above it, the least recently used first. */
export const MAX_SESSIONS = 100;

/**
 * How long a client waits for the export to begin, because other exports may come first; also the database's time limit
 * for each statement of the export. The reverse proxies in deploy/ wait at least as long.
 */
export const EXPORT_TIMEOUT_MS = 5 * 60_000;

/** Text that a user without a password types to confirm the deletion of the account. */
export const DELETE_CONFIRMATION = 'DELETE';

/** Results of linking a provider: the account page gets one as `?link=`. */
export const LINK_OUTCOMES = ['linked', 'taken', 'failed'] as const;
export type LinkOutcome = (typeof LINK_OUTCOMES)[number];
