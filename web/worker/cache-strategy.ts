/** How a request is served: from the copy for good, from the line with the copy as a way out, or not by us. */
export type CacheStrategy = 'once-for-all' | 'newest' | 'never';

/**
 * What may be kept for when there is no line: what everyone may see, and nothing that somebody's token opened or that an
 * address with a secret leads to.
 */
export function cacheStrategyFor(
	pathname: string,
	mode: RequestMode,
	isAuthorized: boolean,
): CacheStrategy {
	if (isAuthorized) return 'never';
	if (pathname.startsWith('/assets/') || pathname.startsWith('/photos/')) return 'once-for-all';
	if (pathname.startsWith('/api/auth') || pathname.startsWith('/api/account')) return 'never';
	if (/^\/(auth|reset-password|confirm-email|unsubscribe)(\/|$)/.test(pathname)) return 'never';
	if (pathname.startsWith('/api/')) return pathname.startsWith('/api/docs') ? 'never' : 'newest';
	return mode === 'navigate' ? 'newest' : 'never';
}

/** Whole answers that their sender lets be kept. */
export function isCacheable(response: Response): boolean {
	const isNoStore = response.headers.get('cache-control')?.includes('no-store') ?? false;
	return response.status === 200 && !response.redirected && !isNoStore;
}
