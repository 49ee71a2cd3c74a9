/**
 * Cookies set by page scripts: display state only, never credentials. On HTTPS the `__Host-` prefix ties them to this
 * host.
 */
export type UiCookie = 'theme' | 'signed-in' | 'letter-keys' | 'confirm-line' | 'office-lists';

/** Lifetime of a session and of the `signed-in` cookie (decisions, "People and sessions"). */
export const SESSION_DAYS = 30;

/** How long the dismissed notice to confirm the email address stays hidden. */
export const CONFIRM_SNOOZE_DAYS = 3;

/* @__NO_SIDE_EFFECTS__ */
export function uiCookieName(cookie: UiCookie, isHttps: boolean): string {
	return isHttps ? `__Host-${cookie}` : cookie;
}
