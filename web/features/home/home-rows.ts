import { type HomeRow, SESSION_DAYS, uiCookieName } from '#contract/core/cookies.ts';

/** Rows that exclude each other: what stands above the newest items, and below them. */
const PLACES: readonly (readonly HomeRow[])[] = [['for-me', 'invitation', 'nothing'], ['seen']];

/**
 * Remembers whether a row of the home page is shown, so that the next copy of the page reserves space for it. At its place
 * it replaces any other.
 */
export function rememberHomeRow(row: HomeRow, isShown = true): void {
	const { dataset } = document.documentElement;
	const place = PLACES.find((rows) => rows.includes(row)) ?? [];
	const shown = (dataset.home ?? '').split(' ').filter((word) => word !== '');
	const others = shown.filter((word) => !place.some((one) => one === word));
	const rows = isShown ? [...others, row] : others;
	dataset.home = rows.join(' ');
	const isHttps = window.location.protocol === 'https:';
	const options = `path=/; max-age=${SESSION_DAYS * 86_400}; samesite=lax${isHttps ? '; secure' : ''}`;
	// biome-ignore lint/suspicious/noDocumentCookie: some browsers have no cookieStore.
	document.cookie = `${uiCookieName('home-rows', isHttps)}=${rows.join('.')}; ${options}`;
}
