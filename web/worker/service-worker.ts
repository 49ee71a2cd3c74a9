import { cacheStrategyFor, isCacheable } from './cache-strategy.ts';
import {
	type CachedResponse,
	forgetClosedPages,
	listCachedResponses,
	recordCachedResponse,
	recordNetworkResponse,
} from './cached-responses.ts';

declare const self: ServiceWorkerGlobalScope;

/** Scripts, styles and first fonts of this version's pages, from the root on; the build fills them in (vite.config.ts). */
declare const __APP_FILES__: readonly string[];
const APP_FILES = __APP_FILES__;

/** The app itself, by content-addressed names. */
const APP_CACHE = 'app';
/** What was last seen without signing in: pages, answers and photos that everyone may see. */
const SEEN_CACHE = 'seen';
const MAX_SEEN_ENTRIES = 300;
const SHELL = '/';
const ICON = '/icon.svg';
/** So many files of the app are fetched at a time: what the page itself asks for goes first. */
const CONCURRENT_FETCHES = 3;
/** Waits before a part of the app is asked for again. */
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
	if (strategy === 'once-for-all') event.respondWith(cacheFirst(request));
	if (strategy === 'newest') event.respondWith(networkFirst(event));
});

self.addEventListener('message', (event) => {
	// Signing out: the next person at this browser sees nothing of what was kept.
	if (event.data === 'forget') event.waitUntil(caches.delete(SEEN_CACHE));
	// The page is calm. Where the line goes meanwhile, the next page asks again.
	if (event.data === 'keep the app') event.waitUntil(cacheApp().catch(() => undefined));
	// A page was not there to be told while it was on its way itself.
	const page = event.data === 'how old' ? (event.source as Client) : undefined;
	for (const copy of page ? listCachedResponses(page.id) : []) page?.postMessage(copy);
});

/**
 * The page and what it starts with, so that the app opens without a line.
 * @throws where the market does not answer well: the browser installs us another time
 */
async function cacheShell(): Promise<void> {
	const page = await fetch(SHELL, { cache: 'reload' });
	if (!isCacheable(page)) throw new Error(`The start page was answered with ${page.status}.`);
	const app = await caches.open(APP_CACHE);
	const html = await page.clone().text();
	const assetPaths = html.match(/\/assets\/[\w.-]+/g) ?? [];
	await app.put(SHELL, page);
	await app.addAll([...new Set(assetPaths), ICON]);
}

/**
 * Every page's scripts, so that each opens without a line, seen before or not.
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

/** Pages that were kept of another version ask for its scripts: this version draws them from the answers that were kept. */
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

/** A script that was lost once stays lost to its page in browsers that remember it: they hear of a loss only in the end. */
async function cacheFirst(request: Request): Promise<Response> {
	// One name, one content, whoever asks: a page's scripts and styles bring an `Origin`, the installation brought none.
	const cached = await caches.match(request, { ignoreVary: true });
	if (cached) return cached;
	for (const waitMs of isAppFile(request) ? RETRY_DELAYS_MS : []) {
		try {
			return await fetchAndCache(request);
		} catch (error) {
			if (navigator.onLine === false) throw error;
		}
		await new Promise((resolve) => setTimeout(resolve, waitMs));
	}
	return fetchAndCache(request);
}

async function networkFirst(event: FetchEvent): Promise<Response> {
	const { request } = event;
	const pageId = event.resultingClientId || event.clientId;
	const { pathname, search } = new URL(request.url);
	const address = pathname + search;
	try {
		const response = await fetchAndCache(request);
		if (recordNetworkResponse(pageId, address)) void notifyPage(pageId, { address });
		return response;
	} catch (error) {
		const cached = await matchNewest(request);
		const copy = cached && recordCachedResponse(pageId, address, cached);
		if (copy) void notifyPage(pageId, copy);
		if (cached) return cached;
		// A page that was never seen still opens the app, which says that there is no line.
		const shell = request.mode === 'navigate' ? await matchNewest(SHELL) : undefined;
		if (shell) return shell;
		throw error;
	}
}

/** Tells a page from when something is that it was given, or that the line has brought it since. */
async function notifyPage(
	pageId: string,
	message: CachedResponse | Pick<CachedResponse, 'address'>,
): Promise<void> {
	const openPages = await self.clients.matchAll();
	openPages.find(({ id }) => id === pageId)?.postMessage(message);
	forgetClosedPages(openPages.map(({ id }) => id));
}

/** The app brings a start page of its own, as old as its installation: what was seen since goes before it. */
async function matchNewest(request: Request | string): Promise<Response | undefined> {
	return (await caches.match(request, { cacheName: SEEN_CACHE })) ?? caches.match(request);
}

async function fetchAndCache(request: Request): Promise<Response> {
	const response = await fetch(request);
	if (isCacheable(response)) {
		const copy = response.clone();
		// It throws where an answer breaks off half-way: what was kept before is whole.
		await response.clone().arrayBuffer();
		await store(request, copy).catch(() => undefined);
	}
	// What is gone must not come back without a line.
	if (response.status === 404) await deleteSeen(request).catch(() => undefined);
	return response;
}

async function deleteSeen(request: Request): Promise<void> {
	await (await caches.open(SEEN_CACHE)).delete(request);
}

function isAppFile(request: Request): boolean {
	return pathnameOf(request).startsWith('/assets/');
}

/** @throws where the device has no room left, which is no reason not to show what has come */
async function store(request: Request, response: Response): Promise<void> {
	const cache = await caches.open(isAppFile(request) ? APP_CACHE : SEEN_CACHE);
	await cache.put(request, response);
	if (!isAppFile(request)) await deleteOldest(cache);
}

/** A cache lists its entries in the order they were put. */
async function deleteOldest(cache: Cache): Promise<void> {
	const cached = await cache.keys();
	await Promise.all(cached.slice(0, -MAX_SEEN_ENTRIES).map((request) => cache.delete(request)));
}
