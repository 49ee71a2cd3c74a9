import { type HomeRow, SESSION_DAYS } from '#contract/core/cookies.ts';
import { writeUiCookie } from '#web/lib/ui-cookie.ts';

/**
 * The rows that may be shown above the newest items, then the rows that may be shown below. At most one row of each
 * group is stored. `nothing` means that there is no row above.
 */
const ROW_GROUPS: readonly (readonly HomeRow[])[] = [['for-me', 'invitation', 'nothing'], ['seen']];

/**
 * Stores whether a row of the home page is shown, so that its space is reserved: by the server on the next visit, from a
 * cookie, and by the styles on this page, from `data-home`. Replaces another row of the same group.
 */
export function rememberHomeRow(row: HomeRow, isShown = true): void {
	const { dataset } = document.documentElement;
	const group = ROW_GROUPS.find((rows) => rows.includes(row)) ?? [];
	const storedRows = (dataset.home ?? '').split(' ').filter((word) => word !== '');
	const otherRows = storedRows.filter((word) => !group.some((one) => one === word));
	const rows = isShown ? [...otherRows, row] : otherRows;
	dataset.home = rows.join(' ');
	writeUiCookie('home-rows', rows.join('.'), SESSION_DAYS * 86_400);
}
