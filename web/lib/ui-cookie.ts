import { type UiCookie, uiCookieName } from '#contract/core/cookies.ts';

/**
 * Writes a cookie that the server renders pages by. Works in browsers without a `cookieStore`, and at once.
 * @param ageSeconds 0 deletes it
 */
export function writeUiCookie(cookie: UiCookie, value: string, ageSeconds: number): void {
	const isHttps = window.location.protocol === 'https:';
	// biome-ignore lint/suspicious/noDocumentCookie: see above.
	document.cookie = `${uiCookieName(cookie, isHttps)}=${value}; path=/; max-age=${ageSeconds}; samesite=lax${isHttps ? '; secure' : ''}`;
}
