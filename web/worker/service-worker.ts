import { copiesOf, forgetClosed, type GivenCopy, noteCopy, noteLine } from './copies.ts';
import { isKeepable, keepingOf } from './keeping.ts';

declare const self: ServiceWorkerGlobalScope;

/** Paths of this version's scripts, styles and first fonts, inserted by the build (vite.config.ts). */
declare const __APP_FILES__: readonly string[];
const APP_FILES = __APP_FILES__;

/** The cache of the app's own files, whose names contain content hashes. */
const APP = 'app';
/** The cache of public pages, API responses and photos. */
const SEEN = 'seen';
const SEEN_MAX = 300;
const SHELL = '/';
const ICON = '/icon.svg';
/** Concurrent downloads of app files; few, so that the page's own requests come first. */
const AT_A_TIME = 3;
/** Delays before retrying a file of the app. */
const AGAIN_MS = [1000, 3000];

self.addEventListener('install', (event) => {
	event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
	event.waitUntil(dropOtherVersions().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
	const { request } = event;
	const { pathname, origin } = new URL(request.url);
	if (request.method !== 'GET' || origin !== self.location.origin) return;
	const keeping = keepingOf(pathname, request.mode, request.headers.has('authorization'));
	if (keeping === 'once-for-all') event.respondWith(keptOrFetched(request));
	if (keeping === 'newest') event.respondWith(fetchedOrKept(event));
});

self.addEventListener('message', (event) => {
	// Sent on signing out: the next user of this browser must not see cached data.
	if (event.data === 'forget') event.waitUntil(caches.delete(SEEN));
	// Sent when the page is idle. After a connection loss the next page sends it again.
	if (event.data === 'keep the app') event.waitUntil(keepApp().catch(() => undefined));
	// A page asks for messages that it missed while it was loading.
	const page = event.data === 'how old' ? (event.source as Client) : undefined;
	for (const copy of page ? copiesOf(page.id) : []) page?.postMessage(copy);
});

/**
 * Caches the home page with its scripts and styles, so that the app opens offline.
 * @throws if the server's response is not usable; the browser then retries the installation later
 */
async function keepShell(): Promise<void> {
	const page = await fetch(SHELL, { cache: 'reload' });
	if (!isKeepable(page))
		throw new Error(`Fetching the home page failed with status ${page.status}.`);
	const app = await caches.open(APP);
	const html = await page.clone().text();
	const parts = html.match(/\/assets\/[\w.-]+/g) ?? [];
	await app.put(SHELL, page);
	await app.addAll([...new Set(parts), ICON]);
}

/**
 * Caches the scripts of all pages, so that each opens offline even if never visited.
 * @throws TypeError when there is no connection
 */
async function keepApp(): Promise<void> {
	const app = await caches.open(APP);
	const kept = new Set((await app.keys()).map(pathOf));
	const missing = APP_FILES.filter((file) => !kept.has(file));
	const fetchNext = async (): Promise<void> => {
		for (let file = missing.shift(); file; file = missing.shift()) {
			const response = await fetch(file, { priority: 'low' });
			if (isKeepable(response)) await app.put(file, response);
		}
	};
	await Promise.all(Array.from({ length: AT_A_TIME }, fetchNext));
}

/**
 * Deletes scripts of other versions and the cached pages that need them. This version renders those pages from the
 * cached API responses.
 */
async function dropOtherVersions(): Promise<void> {
	const app = await caches.open(APP);
	const own = new Set([SHELL, ICON, ...APP_FILES]);
	const others = (await app.keys()).filter((request) => !own.has(pathOf(request)));
	if (others.length === 0) return;
	await Promise.all(others.map((request) => app.delete(request)));
	const seen = await caches.open(SEEN);
	for (const request of await seen.keys()) {
		const kept = await seen.match(request);
		if (kept?.headers.get('content-type')?.startsWith('text/html')) await seen.delete(request);
	}
}

function pathOf({ url }: Request): string {
	return new URL(url).pathname;
}

/**
 * Serves from the cache, else from the network. Scripts are retried here, because some browsers remember a failed
 * script load for the lifetime of the page.
 */
async function keptOrFetched(request: Request): Promise<Response> {
	// The content depends on the name alone. Vary must be ignored: pages send an `Origin` header, the installation did not.
	const kept = await caches.match(request, { ignoreVary: true });
	if (kept) return kept;
	for (const waitMs of isApp(request) ? AGAIN_MS : []) {
		try {
			return await fetchAndKeep(request);
		} catch (error) {
			if (navigator.onLine === false) throw error;
		}
		await new Promise((resolve) => setTimeout(resolve, waitMs));
	}
	return fetchAndKeep(request);
}

async function fetchedOrKept(event: FetchEvent): Promise<Response> {
	const { request } = event;
	const pageId = event.resultingClientId || event.clientId;
	const { pathname, search } = new URL(request.url);
	const address = pathname + search;
	try {
		const response = await fetchAndKeep(request);
		if (noteLine(pageId, address)) void tell(pageId, { address });
		return response;
	} catch (error) {
		const kept = await lastKept(request);
		const copy = kept && noteCopy(pageId, address, kept);
		if (copy) void tell(pageId, copy);
		if (kept) return kept;
		// A page that is not cached still opens the app, which shows that there is no connection.
		const shell = request.mode === 'navigate' ? await lastKept(SHELL) : undefined;
		if (shell) return shell;
		throw error;
	}
}

/** Tells a page the age of a copy it was served, or that the copy was replaced from the network. */
async function tell(pageId: string, given: GivenCopy | Pick<GivenCopy, 'address'>): Promise<void> {
	const open = await self.clients.matchAll();
	open.find(({ id }) => id === pageId)?.postMessage(given);
	forgetClosed(open.map(({ id }) => id));
}

/** Prefers what was seen last: the home page in the app's cache is as old as the installation. */
async function lastKept(request: Request | string): Promise<Response | undefined> {
	return (await caches.match(request, { cacheName: SEEN })) ?? caches.match(request);
}

async function fetchAndKeep(request: Request): Promise<Response> {
	const response = await fetch(request);
	if (isKeepable(response)) {
		const copy = response.clone();
		// Throws if the response is truncated, so that the complete cached one stays.
		await response.clone().arrayBuffer();
		await keep(request, copy).catch(() => undefined);
	}
	// A deleted thing must not reappear offline.
	if (response.status === 404) await forget(request).catch(() => undefined);
	return response;
}

async function forget(request: Request): Promise<void> {
	await (await caches.open(SEEN)).delete(request);
}

function isApp(request: Request): boolean {
	return pathOf(request).startsWith('/assets/');
}

/** @throws if the device has no space left; callers ignore this and still use the response */
async function keep(request: Request, response: Response): Promise<void> {
	const cache = await caches.open(isApp(request) ? APP : SEEN);
	await cache.put(request, response);
	if (!isApp(request)) await dropOldest(cache);
}

/** Deletes the oldest entries: a cache lists them in insertion order. */
async function dropOldest(cache: Cache): Promise<void> {
	const kept = await cache.keys();
	await Promise.all(kept.slice(0, -SEEN_MAX).map((request) => cache.delete(request)));
}
