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
 * Writes a cookie with display state. The server reads some of these cookies when it renders a page. Uses
 * `document.cookie`, which is written at once and also works in browsers without a `cookieStore`.
 * @param maxAgeSeconds 0 deletes the cookie
 */
export function writeUiCookie(cookie: UiCookie, value: string, maxAgeSeconds: number): void {
	// biome-ignore lint/suspicious/noDocumentCookie: see above.
	document.cookie = `${nameOf(cookie)}=${value}; path=/; max-age=${maxAgeSeconds}; samesite=lax${isHttps() ? '; secure' : ''}`;
}

const isHttps = () => window.location.protocol === 'https:';
const nameOf = (cookie: UiCookie) => uiCookieName(cookie, isHttps());
