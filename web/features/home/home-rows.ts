import { type HomeRow, SESSION_DAYS } from '#contract/core/cookies.ts';
import { writeUiCookie } from '#web/lib/ui-cookie.ts';

/** The rows that can be shown above the newest items, and below them: at most one in each place. */
const PLACES: readonly (readonly HomeRow[])[] = [['for-me', 'invitation', 'nothing'], ['seen']];

/**
 * Stores in a cookie whether a row of the home page is shown, so that the server reserves space for it on the next visit. It
 * replaces any other row in the same place.
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
