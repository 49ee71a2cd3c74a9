import { type UiCookie, uiCookieName } from '#contract/core/cookies.ts';

export const YEAR_SECONDS = 31_536_000;

/** The value of a cookie that a page has written; undefined if there is none. */
export function readUiCookie(cookie: UiCookie): string | undefined {
	const prefix = `${nameOf(cookie)}=`;
	return document.cookie
		.split('; ')
		.find((pair) => pair.startsWith(prefix))
		?.slice(prefix.length);
}

/**
 * Writes a cookie that the server reads when it renders a page. `document.cookie` is written at once and also in
 * browsers without a `cookieStore`.
 * @param maxAgeSeconds 0 deletes it
 */
export function writeUiCookie(cookie: UiCookie, value: string, maxAgeSeconds: number): void {
	// biome-ignore lint/suspicious/noDocumentCookie: see above.
	document.cookie = `${nameOf(cookie)}=${value}; path=/; max-age=${maxAgeSeconds}; samesite=lax${isHttps() ? '; secure' : ''}`;
}

const isHttps = () => window.location.protocol === 'https:';
const nameOf = (cookie: UiCookie) => uiCookieName(cookie, isHttps());
