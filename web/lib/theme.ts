import { writeUiCookie, YEAR_SECONDS } from './ui-cookie.ts';

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

/** The current theme; the server has copied it from the cookie into the page. */
export function readTheme(): Theme {
	const value = document.documentElement.dataset.theme;
	return THEMES.find((theme) => theme === value) ?? 'system';
}

/**
 * Applies a theme and stores it in a cookie, so that the server renders the next page with it; 'system' needs no
 * cookie.
 */
export function applyTheme(theme: Theme): void {
	document.documentElement.dataset.theme = theme;
	updateThemeColour(theme);
	writeUiCookie('theme', theme, theme === 'system' ? 0 : YEAR_SECONDS);
}

/**
 * Sets the colour of the browser's own bar. The page has one meta element for light and one for dark, in the
 * order of `THEMES` (web/index.html, server/http/pages/built-pages.ts).
 */
function updateThemeColour(theme: Theme): void {
	const metas = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
	for (const [index, meta] of metas.entries()) {
		const metaTheme = THEMES[index];
		const media = theme === metaTheme ? 'all' : 'not all';
		meta.media = theme === 'system' ? `(prefers-color-scheme: ${metaTheme})` : media;
	}
}
