import { readUiCookie, writeUiCookie, YEAR_SECONDS } from '#web/lib/ui-cookie.ts';

let preferences = new URLSearchParams(readUiCookie('office-lists'));

/**
 * Reads a preference for a list, its sort order or page size, from a cookie of this browser.
 * @param list the name of the list, such as `users`
 * @param filter `sort` for the sort order, `limit` for the page size
 */
export function readPreference(list: string, filter: string): string | undefined {
	return preferences.get(`${list}.${filter}`) ?? undefined;
}

/**
 * Saves a preference for a list in the cookie; without cookies it lasts until the page is closed.
 * @param value undefined for the default
 */
export function savePreference(list: string, filter: string, value: string | undefined): void {
	const name = `${list}.${filter}`;
	preferences = withPreference(preferences, name, value);
	// Changes what is in the cookie now: other tabs write it too.
	const stored = withPreference(new URLSearchParams(readUiCookie('office-lists')), name, value);
	writeUiCookie('office-lists', stored.toString(), YEAR_SECONDS);
}

function withPreference(
	params: URLSearchParams,
	name: string,
	value: string | undefined,
): URLSearchParams {
	const changedParams = new URLSearchParams(params);
	if (value === undefined) changedParams.delete(name);
	else changedParams.set(name, value);
	return changedParams;
}
