import { withoutHomeAnswers } from './app-shell.ts';
import { cacheStrategyFor, isCacheable, isProxyError } from './cache-strategy.ts';
import {
	type CachedResponse,
	forgetClosedPages,
	listCachedResponses,
	recordCachedResponse,
	recordNetworkResponse,
} from './cached-responses.ts';
import { startStallTimer } from './stall-timer.ts';

/*
 * The market's service worker: pages open offline, and on a network that stalls. Scripts, styles and photos come from the
 * cache. Pages and API responses come from the network, or as a cached copy if the network fails. Each page is told the
 * age of the copies that it shows.
 */

declare const self: ServiceWorkerGlobalScope;

/** Paths of this version's scripts, styles and first fonts, inserted by the build (web/vite.config.ts). */
declare const __APP_FILES__: readonly string[];
const APP_FILES = __APP_FILES__;

/** The cache of the app's own files, whose names contain content hashes. */
const APP_CACHE = 'app';
/** The cache of public pages, API responses and photos. */
const SEEN_CACHE = 'seen';
const MAX_SEEN_ENTRIES = 300;
/** After this time without data, a cached copy is served. A page itself aborts a request after 30 seconds. */
const STALLED_RESPONSE_MS = 8000;
/** After this time without data, the request for a file of the app fails, so that the page can show an error. */
const STALLED_FILE_MS = 30_000;
const SHELL = '/';
const ICON = '/icon.svg';
/** Concurrent downloads of app files; few, so that the page's own requests come first. */
const CONCURRENT_FETCHES = 3;
/** Delays before retrying a file of the app. */
const RETRY_DELAYS_MS = [1000, 3000];

self.addEventListener('install', (event) => {
	event.waitUntil(cacheShell().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
	event.waitUntil(deleteOtherVersions().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
	const { request } = event;
	const { pathname, origin } = new URL(request.url);
	if (request.method !== 'GET' || origin !== self.location.origin) return;
	const strategy = cacheStrategyFor(pathname, request.mode, request.headers.has('authorization'));
	if (strategy === 'cache-first') event.respondWith(cacheFirst(request));
	if (strategy === 'network-first') event.respondWith(networkFirst(event));
});

self.addEventListener('message', (event) => {
	// Sent on signing out: the next user of this browser must not see cached data.
	if (event.data === 'forget') event.waitUntil(caches.delete(SEEN_CACHE));
	// Sent when a page is idle. If the connection is lost meanwhile, the next page sends the message again.
	if (event.data === 'keep the app') event.waitUntil(cacheApp().catch(() => undefined));
	// A page asks for messages that it missed while it was loading.
	const page = event.data === 'how old' ? (event.source as Client) : undefined;
	for (const copy of page ? listCachedResponses(page.id) : []) page?.postMessage(copy);
});

/**
 * Caches the home page with its scripts and styles, so that the app opens offline.
 * @throws if the server's response is not usable; the browser then retries the installation later
 */
async function cacheShell(): Promise<void> {
	const page = await fetch(SHELL, { cache: 'reload' });
	if (!isCacheable(page)) throw new Error(`The start page was answered with ${page.status}.`);
	const app = await caches.open(APP_CACHE);
	const html = await page.clone().text();
	const assetPaths = html.match(/\/assets\/[\w.-]+/g) ?? [];
	await app.addAll([...new Set(assetPaths), ICON]);
	// Stored last: if a script is missing, the home page of the previous version stays in the cache and still opens.
	await app.put(SHELL, page);
}

/**
 * Caches the scripts of all pages, so that every page opens offline, even one that was never visited.
 * @throws TypeError when there is no connection
 */
async function cacheApp(): Promise<void> {
	const app = await caches.open(APP_CACHE);
	const cached = new Set((await app.keys()).map(pathnameOf));
	const missing = APP_FILES.filter((file) => !cached.has(file));
	const fetchNext = async (): Promise<void> => {
		for (let file = missing.shift(); file; file = missing.shift()) {
			const response = await fetch(file, { priority: 'low' });
			if (isCacheable(response)) await app.put(file, response);
		}
	};
	await Promise.all(Array.from({ length: CONCURRENT_FETCHES }, fetchNext));
}

/**
 * Deletes scripts of other versions and the cached pages that need them. This version renders those pages from the
 * cached API responses.
 */
async function deleteOtherVersions(): Promise<void> {
	const app = await caches.open(APP_CACHE);
	const currentPaths = new Set([SHELL, ICON, ...APP_FILES]);
	const outdated = (await app.keys()).filter((request) => !currentPaths.has(pathnameOf(request)));
	if (outdated.length === 0) return;
	await Promise.all(outdated.map((request) => app.delete(request)));
	const seen = await caches.open(SEEN_CACHE);
	for (const request of await seen.keys()) {
		const cached = await seen.match(request);
		if (cached?.headers.get('content-type')?.startsWith('text/html')) await seen.delete(request);
	}
}

function pathnameOf({ url }: Request): string {
	return new URL(url).pathname;
}

function addressOf({ url }: Request): string {
	const { pathname, search } = new URL(url);
	return pathname + search;
}

/** Serves from the cache, else from the network. */
async function cacheFirst(request: Request): Promise<Response> {
	// Vary is ignored: the content depends on the name alone, and pages send an `Origin` header, which the installation
	// of the worker did not.
	const cached = await caches.match(request, { ignoreVary: true });
	if (cached) return cached;
	return isAppFile(request) ? fetchAppFile(request) : cacheComplete(request, fetch(request));
}

/**
 * Fetches and caches a file of the app. Failed requests are retried here, because some browsers remember a failed
 * script load for the lifetime of the page.
 * @throws when the network fails, or when nothing has arrived for STALLED_FILE_MS: otherwise the page would wait for its
 * script and show no error
 */
async function fetchAppFile(request: Request): Promise<Response> {
	const timer = startStallTimer(STALLED_FILE_MS);
	let isStalled = false;
	const failure = timer.stalled.then((): never => {
		isStalled = true;
		throw new Error('The network does not answer.');
	});
	// The fetch gets no abort signal: with a signal it would be another request, which the browser's HTTP cache does not
	// answer.
	const attempt = () =>
		Promise.race([cacheComplete(request, fetch(request), timer.restart), failure]);
	try {
		for (const waitMs of RETRY_DELAYS_MS) {
			try {
				return await attempt();
			} catch (error) {
				if (isStalled || navigator.onLine === false) throw error;
			}
			await new Promise((resolve) => setTimeout(resolve, waitMs));
		}
		return await attempt();
	} finally {
		timer.stop();
	}
}

/**
 * Serves a response from the network. If that fails, serves a cached copy, or, for a page without one, the home page as a
 * shell.
 */
async function networkFirst(event: FetchEvent): Promise<Response> {
	const { request } = event;
	const pageId = event.resultingClientId || event.clientId;
	const address = addressOf(request);
	try {
		const response = await fetchInTime(event);
		if (recordNetworkResponse(pageId, address)) void notifyPage(pageId, { address });
		return response;
	} catch (error) {
		// The page has aborted the request, so it needs no copy.
		if (request.signal.aborted) throw error;
		const response = (await serveCopy(request, pageId)) ?? (await serveShell(request));
		if (response) return response;
		throw error;
	}
}

/** Returns the cached copy of a response, if there is one, and tells the page the age of the copy. */
async function serveCopy(request: Request, pageId: string): Promise<Response | undefined> {
	const cached = await matchNewest(request);
	const copy = cached && recordCachedResponse(pageId, addressOf(request), cached);
	// Sent before the response: the page must know that the response is a copy when it arrives.
	if (copy) await notifyPage(pageId, copy);
	return cached;
}

/**
 * For a page that is not cached, returns the home page as a shell: the app opens, and shows that it has no connection.
 */
async function serveShell({ mode }: Request): Promise<Response | undefined> {
	const shell = mode === 'navigate' ? await matchNewest(SHELL) : undefined;
	return shell && withoutHomeAnswers(shell);
}

/**
 * Fetches and caches a response. A response that arrives after this function has thrown is still cached.
 * @throws whatever the fetch throws; also if nothing has arrived for STALLED_RESPONSE_MS, or a proxy has answered with an
 * error, while there is a cached copy to serve instead
 */
async function fetchInTime(event: FetchEvent): Promise<Response> {
	const { request } = event;
	const timer = startStallTimer(STALLED_RESPONSE_MS);
	const complete = cacheComplete(request, fetch(request), timer.restart);
	event.waitUntil(complete.catch(() => undefined).finally(timer.stop));
	const outcome = await Promise.race([complete, timer.stalled]);
	const isAnswered = outcome !== 'stalled' && !isProxyError(outcome);
	if (!isAnswered && (await matchNewest(request))) throw new Error('The server does not answer.');
	return complete;
}

/** Tells a page the age of a copy it was served, or that the copy was replaced from the network. */
async function notifyPage(
	pageId: string,
	message: CachedResponse | Pick<CachedResponse, 'address'>,
): Promise<void> {
	const openPages = await self.clients.matchAll();
	openPages.find(({ id }) => id === pageId)?.postMessage(message);
	forgetClosedPages(openPages.map(({ id }) => id));
}

/**
 * Finds a cached response. Prefers the cache of seen pages: the home page in the app's cache is as old as the worker.
 */
async function matchNewest(request: Request | string): Promise<Response | undefined> {
	return (await caches.match(request, { cacheName: SEEN_CACHE })) ?? caches.match(request);
}

/**
 * Caches a response if it is cacheable and complete.
 * @param onProgress called whenever a part of the response has arrived
 * @returns the response; if it is cacheable, once it has arrived as a whole
 */
async function cacheComplete(
	request: Request,
	fetched: Promise<Response>,
	onProgress?: () => void,
): Promise<Response> {
	const response = await fetched;
	onProgress?.();
	if (isCacheable(response)) {
		const copy = response.clone();
		// Throws if the response is truncated, so that the complete response in the cache stays.
		await readToEnd(response.clone(), onProgress);
		await store(request, copy).catch(() => undefined);
	}
	// A page or item that was deleted must not reappear offline.
	if (response.status === 404) await deleteSeen(request).catch(() => undefined);
	return response;
}

async function readToEnd({ body }: Response, onProgress?: () => void): Promise<void> {
	const reader = body?.getReader();
	while (reader && !(await reader.read()).done) onProgress?.();
}

async function deleteSeen(request: Request): Promise<void> {
	await (await caches.open(SEEN_CACHE)).delete(request);
}

function isAppFile(request: Request): boolean {
	return pathnameOf(request).startsWith('/assets/');
}

/** @throws if the device has no space left; callers ignore this and still use the response */
async function store(request: Request, response: Response): Promise<void> {
	const cache = await caches.open(isAppFile(request) ? APP_CACHE : SEEN_CACHE);
	await cache.put(request, response);
	if (!isAppFile(request)) await deleteOldest(cache);
}

/** Deletes the oldest entries: a cache lists them in insertion order. */
async function deleteOldest(cache: Cache): Promise<void> {
	const cached = await cache.keys();
	await Promise.all(cached.slice(0, -MAX_SEEN_ENTRIES).map((request) => cache.delete(request)));
}
