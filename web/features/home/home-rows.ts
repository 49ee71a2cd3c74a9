import { type HomeRow, SESSION_DAYS } from '#contract/core/cookies.ts';
import { writeUiCookie } from '#web/lib/ui-cookie.ts';

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
	writeUiCookie('home-rows', rows.join('.'), SESSION_DAYS * 86_400);
}
