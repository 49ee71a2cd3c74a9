import { uiCookieName } from '#contract/core/cookies.ts';

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

const YEAR_MS = 31_536_000_000;

/** The theme in force: the server wrote the cookie's into the page. */
export function readTheme(): Theme {
	const value = document.documentElement.dataset.theme;
	return THEMES.find((theme) => theme === value) ?? 'system';
}

/** Shows the page in `theme` and keeps it in a cookie, so that the next page comes in it at once. */
export async function applyTheme(theme: Theme): Promise<void> {
	document.documentElement.dataset.theme = theme;
	updateThemeColour(theme);
	// Where a browser has no cookie store the choice lasts for this visit.
	if (!('cookieStore' in window)) return;
	const name = uiCookieName('theme', window.location.protocol === 'https:');
	if (theme === 'system') await cookieStore.delete(name);
	else {
		const expires = Date.now() + YEAR_MS;
		await cookieStore.set({ name, value: theme, path: '/', expires, sameSite: 'lax' });
	}
}

/** The browser's own bar: the page names its colours in the order of the themes (web/index.html, server/http/pages/template.ts). */
function updateThemeColour(theme: Theme): void {
	const metas = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
	for (const [index, meta] of metas.entries()) {
		const metaTheme = THEMES[index];
		const media = theme === metaTheme ? 'all' : 'not all';
		meta.media = theme === 'system' ? `(prefers-color-scheme: ${metaTheme})` : media;
	}
}
