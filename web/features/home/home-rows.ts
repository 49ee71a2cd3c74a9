import { type HomeRow, SESSION_DAYS } from '#contract/core/cookies.ts';
import { writeUiCookie } from '#web/lib/ui-cookie.ts';

/**
 * The rows that may be shown above the newest items, then those below. At most one row of each place is stored.
 * `nothing` means that there is no row above.
 */
const PLACES: readonly (readonly HomeRow[])[] = [['for-me', 'invitation', 'nothing'], ['seen']];

/**
 * Stores whether a row of the home page is shown: in a cookie, so that the server reserves its space on the next visit,
 * and in `data-home`, by which the styles reserve its space on this page. Replaces another row in the same place.
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
