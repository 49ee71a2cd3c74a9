/**
 * Cookies set by page scripts: display state only, never credentials. On HTTPS the `__Host-` prefix ties them to this
 * host.
 */
export type UiCookie =
	| 'theme'
	| 'signed-in'
	/** Set if the single-letter shortcuts of the back-office are off. */
	| 'letter-keys'
	/** State of the notice to confirm the email address. */
	| 'confirm-line'
	| 'home-rows'
	/** Sort orders and page sizes of the back-office's lists. */
	| 'office-lists';

/**
 * Rows that the home page showed last; its next load reserves space for them. Above the newest items it shows one of
 * three: items for the user's semester (`for-me`), the invitation to name the semester, or nothing. `seen` is the row
 * of items that the user has viewed lately. The cookie `home-rows` joins the names by dots.
 */
export const HOME_ROWS = ['for-me', 'invitation', 'nothing', 'seen'] as const;
export type HomeRow = (typeof HOME_ROWS)[number];

/** The known rows in a value of the cookie, in the order of `HOME_ROWS`. */
/* @__NO_SIDE_EFFECTS__ */
export function parseHomeRows(value = ''): HomeRow[] {
	const names = value.split('.');
	return HOME_ROWS.filter((row) => names.includes(row));
}

/** Lifetime of a session and of the `signed-in` cookie. */
export const SESSION_DAYS = 30;

/** How long the dismissed notice to confirm the email address stays hidden. */
export const CONFIRM_SNOOZE_DAYS = 3;

/* @__NO_SIDE_EFFECTS__ */
export function uiCookieName(cookie: UiCookie, isHttps: boolean): string {
	return isHttps ? `__Host-${cookie}` : cookie;
}
