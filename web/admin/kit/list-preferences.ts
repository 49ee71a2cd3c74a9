import { uiCookieName } from '#contract/core/cookies.ts';

const YEAR_MS = 31_536_000_000;

const cookie = uiCookieName('office-lists', window.location.protocol === 'https:');
let choices = new URLSearchParams(stored());

/**
 * How somebody wants a list to be, its order and its rows a page, kept in a cookie of this browser.
 * @param list its own name, as `users`
 * @param what the name of the filter
 */
export function readChoice(list: string, what: string): string | undefined {
	return choices.get(`${list}.${what}`) ?? undefined;
}

/** @param value undefined for what everybody has; without a cookie store the choice lasts for this visit */
export function keepChoice(list: string, what: string, value: string | undefined): void {
	const next = new URLSearchParams(choices);
	if (value === undefined) next.delete(`${list}.${what}`);
	else next.set(`${list}.${what}`, value);
	choices = next;
	if (!('cookieStore' in window)) return;
	const expires = Date.now() + YEAR_MS;
	void cookieStore.set({
		...{ name: cookie, value: next.toString(), path: '/', expires },
		sameSite: 'lax',
	});
}

function stored(): string {
	const found = document.cookie.split('; ').find((part) => part.startsWith(`${cookie}=`));
	return found?.slice(cookie.length + 1) ?? '';
}
