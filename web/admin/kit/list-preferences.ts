import { uiCookieName } from '#contract/core/cookies.ts';

const YEAR_MS = 31_536_000_000;

const cookieName = uiCookieName('office-lists', window.location.protocol === 'https:');
let preferences = new URLSearchParams(readCookie());

/**
 * Reads a preference for a list, its sort order or page size, from a cookie of this browser.
 * @param list the name of the list, such as `users`
 * @param filter the name of the filter
 */
export function readPreference(list: string, filter: string): string | undefined {
	return preferences.get(`${list}.${filter}`) ?? undefined;
}

/**
 * Saves a preference for a list in the cookie; without a cookie store it lasts until the page is closed.
 * @param value undefined for the default
 */
export function savePreference(list: string, filter: string, value: string | undefined): void {
	const next = new URLSearchParams(preferences);
	if (value === undefined) next.delete(`${list}.${filter}`);
	else next.set(`${list}.${filter}`, value);
	preferences = next;
	if (!('cookieStore' in window)) return;
	const expires = Date.now() + YEAR_MS;
	void cookieStore.set({
		name: cookieName,
		value: next.toString(),
		path: '/',
		expires,
		sameSite: 'lax',
	});
}

function readCookie(): string {
	const pair = document.cookie.split('; ').find((part) => part.startsWith(`${cookieName}=`));
	return pair?.slice(cookieName.length + 1) ?? '';
}
