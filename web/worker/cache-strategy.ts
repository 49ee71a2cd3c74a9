/** How the service worker serves a request; `never` leaves it to the browser. */
export type CacheStrategy = 'cache-first' | 'network-first' | 'never';

/**
 * The cache strategy of a request. Only public data is cached, never the response to a request with a token or with a
 * secret in its address.
 */
export function cacheStrategyFor(
	pathname: string,
	mode: RequestMode,
	isAuthorized: boolean,
): CacheStrategy {
	if (isAuthorized || pathname.startsWith('/chat-photos/')) return 'never';
	if (pathname.startsWith('/assets/') || pathname.startsWith('/photos/')) return 'cache-first';
	if (pathname.startsWith('/api/auth') || pathname.startsWith('/api/account')) return 'never';
	// The back-office is another app: offline, the home page of the market cannot replace its pages.
	if (/^\/(admin|auth|reset-password|confirm-email|unsubscribe)(\/|$)/.test(pathname))
		return 'never';
	// The API documentation is for developers: its large files need no place in the cache.
	if (pathname.startsWith('/api/'))
		return pathname.startsWith('/api/docs') ? 'never' : 'network-first';
	return mode === 'navigate' ? 'network-first' : 'never';
}

/** Whether a response has the status 200, came without a redirect, and is not marked `no-store`. */
export function isCacheable(response: Response): boolean {
	const isNoStore = response.headers.get('cache-control')?.includes('no-store') ?? false;
	return response.status === 200 && !response.redirected && !isNoStore;
}

/** Whether a proxy sent this error because it cannot reach our server, whose own errors are JSON. */
export function isProxyError(response: Response): boolean {
	const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
	return response.status >= 500 && !isJson;
}
