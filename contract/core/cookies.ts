/**
 * Cookies that pages set themselves: how the next page is drawn, and nothing that opens anything. By https they are this
 * host's alone, which their names say to browsers.
 */
export type UiCookie = 'theme' | 'signed-in' | 'letter-keys' | 'confirm-line' | 'office-lists';

/** How long a session lasts, and what a browser keeps of there being one (decisions, "People and sessions"). */
export const SESSION_DAYS = 30;

/** How long the line that asks to confirm one's address stays away once it is dismissed. */
export const CONFIRM_SNOOZE_DAYS = 3;

/* @__NO_SIDE_EFFECTS__ */
export function uiCookieName(cookie: UiCookie, isHttps: boolean): string {
	return isHttps ? `__Host-${cookie}` : cookie;
}
