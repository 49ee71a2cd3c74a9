import { hintCookie } from '#contract/hints.ts';

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

const YEAR_MS = 31_536_000_000;

/** The theme in force: the server wrote the cookie's into the page. */
export function readTheme(): Theme {
	const written = document.documentElement.dataset.theme;
	return THEMES.find((theme) => theme === written) ?? 'system';
}

/** Shows the page in `theme` and keeps it in a cookie, so that the next page comes in it at once. */
export async function chooseTheme(theme: Theme): Promise<void> {
	document.documentElement.dataset.theme = theme;
	// Where a browser has no cookie store the choice lasts for this visit.
	if (!('cookieStore' in window)) return;
	const name = hintCookie('theme', window.location.protocol === 'https:');
	if (theme === 'system') await cookieStore.delete(name);
	else {
		const expires = Date.now() + YEAR_MS;
		await cookieStore.set({ name, value: theme, path: '/', expires, sameSite: 'lax' });
	}
}
