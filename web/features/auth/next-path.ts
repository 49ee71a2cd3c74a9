import { PAGES } from '#contract/core/pages.ts';
import { isDecodable } from '#web/lib/decodable-path.ts';

/** Where to go after signing in: `?next=` where it is a page of this site, else home. */
export function nextPath(search: string): string {
	return sameSitePath(new URLSearchParams(search).get('next')) ?? PAGES.home;
}

/**
 * An address of this site that a link named, as the browser reads it; undefined for any other. Dot segments are resolved
 * first: `/..//x.example` becomes `//x.example`, which names another host.
 */
function sameSitePath(target: string | null): string | undefined {
	if (!target?.startsWith('/')) return undefined;
	const base = 'https://here.invalid';
	const url = URL.canParse(target, base) ? new URL(target, base) : undefined;
	if (url?.origin !== base || url.pathname.startsWith('//')) return undefined;
	if (!isDecodable(url.pathname) || isSignInPage(url.pathname)) return undefined;
	return `${url.pathname}${url.search}${url.hash}`;
}

/** As the router compares: in any case, with or without a slash at the end. */
function isSignInPage(pathname: string): boolean {
	const page = pathname.toLowerCase().replace(/\/+$/, '');
	return [PAGES.login, PAGES.signup, PAGES.authSuccess].some((signIn) => signIn === page);
}

/** Of a query, the way back alone: for the other page of signing in. */
export function keepNextParam(search: string): string {
	const next = new URLSearchParams(search).get('next');
	return next === null ? '' : `?${new URLSearchParams({ next })}`;
}
