import { PAGES } from '#contract/core/pages.ts';
import { isDecodable } from '#web/lib/decodable-path.ts';

/** URL parameter of the account page: says at the password that it is easy to guess, after a sign-up with such a one. */
export const EASY_PASSWORD_PARAM = 'easy';
export const EASY_PASSWORD_PATH = `${PAGES.account}?${EASY_PASSWORD_PARAM}=1#password`;

/** The page to open after signing in: `?next=` if it is a page of this site, else the home page. */
export function nextPath(search: string): string {
	return sameSitePath(new URLSearchParams(search).get('next')) ?? PAGES.home;
}

/**
 * The target as a path of this site, resolved as the browser does. Dot segments are resolved first, because
 * `/..//x.example` becomes `//x.example`, which names another host.
 * @returns undefined for another site, a path that cannot be decoded, and the pages for signing in
 */
function sameSitePath(target: string | null): string | undefined {
	if (!target?.startsWith('/')) return undefined;
	const base = 'https://here.invalid';
	const url = URL.canParse(target, base) ? new URL(target, base) : undefined;
	if (url?.origin !== base || url.pathname.startsWith('//')) return undefined;
	if (!isDecodable(url.pathname) || isSignInPage(url.pathname)) return undefined;
	return `${url.pathname}${url.search}${url.hash}`;
}

/** Compares like the router: case-insensitive, with or without a trailing slash. */
function isSignInPage(pathname: string): boolean {
	const page = pathname.toLowerCase().replace(/\/+$/, '');
	return [PAGES.login, PAGES.signup, PAGES.authSuccess].some((signIn) => signIn === page);
}

/** Only the `next` parameter of a query, for links between login and sign-up. */
export function keepNextParam(search: string): string {
	const next = new URLSearchParams(search).get('next');
	return next === null ? '' : `?${new URLSearchParams({ next })}`;
}
