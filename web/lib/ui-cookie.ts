import { type UiCookie, uiCookieName } from '#contract/core/cookies.ts';

export const YEAR_SECONDS = 31_536_000;

/**
 * Writes a cookie that the server reads when it renders a page. `document.cookie` is written at once and also in
 * browsers without a `cookieStore`.
 * @param maxAgeSeconds 0 deletes it
 */
export function writeUiCookie(cookie: UiCookie, value: string, maxAgeSeconds: number): void {
	const isHttps = window.location.protocol === 'https:';
	// biome-ignore lint/suspicious/noDocumentCookie: see above.
	document.cookie = `${uiCookieName(cookie, isHttps)}=${value}; path=/; max-age=${maxAgeSeconds}; samesite=lax${isHttps ? '; secure' : ''}`;
}
