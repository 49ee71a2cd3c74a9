/**
 * Cookies that pages set themselves: how the next page is drawn, and nothing that opens anything. By https they are this
 * host's alone, which their names say to browsers.
 */
export type Hint = 'theme' | 'signed-in' | 'letter-keys';

/** How long a session lasts, and what a browser keeps of there being one (decisions, "People and sessions"). */
export const SESSION_DAYS = 30;

/* @__NO_SIDE_EFFECTS__ */
export function hintCookie(hint: Hint, isHttps: boolean): string {
	return isHttps ? `__Host-${hint}` : hint;
}
