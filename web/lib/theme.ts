import { uiCookieName } from '#contract/core/cookies.ts';

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

const YEAR_MS = 31_536_000_000;

/** The current theme; the server has copied it from the cookie into the page. */
export function readTheme(): Theme {
	const written = document.documentElement.dataset.theme;
	return THEMES.find((theme) => theme === written) ?? 'system';
}

/** Applies a theme and stores it in a cookie, so that the server renders the next page with it. */
export async function chooseTheme(theme: Theme): Promise<void> {
	document.documentElement.dataset.theme = theme;
	colourBar(theme);
	// Without a cookie store, the choice lasts for this visit only.
	if (!('cookieStore' in window)) return;
	const name = uiCookieName('theme', window.location.protocol === 'https:');
	if (theme === 'system') await cookieStore.delete(name);
	else {
		const expires = Date.now() + YEAR_MS;
		await cookieStore.set({ name, value: theme, path: '/', expires, sameSite: 'lax' });
	}
}

/**
 * Sets the colour of the browser's own bar. The page has one meta element per theme, in the order of `THEMES`
 * (web/index.html, server/http/pages/template.ts).
 */
function colourBar(theme: Theme): void {
	const colours = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
	for (const [place, colour] of colours.entries()) {
		const own = THEMES[place];
		const chosen = theme === own ? 'all' : 'not all';
		colour.media = theme === 'system' ? `(prefers-color-scheme: ${own})` : chosen;
	}
}
