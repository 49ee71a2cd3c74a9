import { copiesOf, forgetClosed, type GivenCopy, noteCopy, noteLine } from './copies.ts';
import { isKeepable, keepingOf } from './keeping.ts';

declare const self: ServiceWorkerGlobalScope;

/** Scripts, styles and first fonts of this version's pages, from the root on; the build fills them in (vite.config.ts). */
declare const __APP_FILES__: readonly string[];
const APP_FILES = __APP_FILES__;

/** The app itself, by content-addressed names. */
const APP = 'app';
/** What was last seen without signing in: pages, answers and photos that everyone may see. */
const SEEN = 'seen';
const SEEN_MAX = 300;
const SHELL = '/';
const ICON = '/icon.svg';
/** So many files of the app are fetched at a time: what the page itself asks for goes first. */
const AT_A_TIME = 3;
/** Waits before a part of the app is asked for again. */
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
	// Signing out: the next person at this browser sees nothing of what was kept.
	if (event.data === 'forget') event.waitUntil(caches.delete(SEEN));
	// The page is calm. Where the line goes meanwhile, the next page asks again.
	if (event.data === 'keep the app') event.waitUntil(keepApp().catch(() => undefined));
	// A page was not there to be told while it was on its way itself.
	const page = event.data === 'how old' ? (event.source as Client) : undefined;
	for (const copy of page ? copiesOf(page.id) : []) page?.postMessage(copy);
});

/**
 * The page and what it starts with, so that the app opens without a line.
 * @throws where the market does not answer well: the browser installs us another time
 */
async function keepShell(): Promise<void> {
	const page = await fetch(SHELL, { cache: 'reload' });
	if (!isKeepable(page)) throw new Error(`The start page was answered with ${page.status}.`);
	const app = await caches.open(APP);
	const html = await page.clone().text();
	const parts = html.match(/\/assets\/[\w.-]+/g) ?? [];
	await app.put(SHELL, page);
	await app.addAll([...new Set(parts), ICON]);
}

/**
 * Every page's scripts, so that each opens without a line, seen before or not.
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

/** Pages that were kept of another version ask for its scripts: this version draws them from the answers that were kept. */
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

/** A script that was lost once stays lost to its page in browsers that remember it: they hear of a loss only in the end. */
async function keptOrFetched(request: Request): Promise<Response> {
	// One name, one content, whoever asks: a page's scripts and styles bring an `Origin`, the installation brought none.
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
		// A page that was never seen still opens the app, which says that there is no line.
		const shell = request.mode === 'navigate' ? await lastKept(SHELL) : undefined;
		if (shell) return shell;
		throw error;
	}
}

/** Tells a page from when something is that it was given, or that the line has brought it since. */
async function tell(pageId: string, given: GivenCopy | Pick<GivenCopy, 'address'>): Promise<void> {
	const open = await self.clients.matchAll();
	open.find(({ id }) => id === pageId)?.postMessage(given);
	forgetClosed(open.map(({ id }) => id));
}

/** The app brings a start page of its own, as old as its installation: what was seen since goes before it. */
async function lastKept(request: Request | string): Promise<Response | undefined> {
	return (await caches.match(request, { cacheName: SEEN })) ?? caches.match(request);
}

async function fetchAndKeep(request: Request): Promise<Response> {
	const response = await fetch(request);
	if (isKeepable(response)) {
		const copy = response.clone();
		// It throws where an answer breaks off half-way: what was kept before is whole.
		await response.clone().arrayBuffer();
		await keep(request, copy).catch(() => undefined);
	}
	// What is gone must not come back without a line.
	if (response.status === 404) await forget(request).catch(() => undefined);
	return response;
}

async function forget(request: Request): Promise<void> {
	await (await caches.open(SEEN)).delete(request);
}

function isApp(request: Request): boolean {
	return pathOf(request).startsWith('/assets/');
}

/** @throws where the device has no room left, which is no reason not to show what has come */
async function keep(request: Request, response: Response): Promise<void> {
	const cache = await caches.open(isApp(request) ? APP : SEEN);
	await cache.put(request, response);
	if (!isApp(request)) await dropOldest(cache);
}

/** A cache lists its entries in the order they were put. */
async function dropOldest(cache: Cache): Promise<void> {
	const kept = await cache.keys();
	await Promise.all(kept.slice(0, -SEEN_MAX).map((request) => cache.delete(request)));
}
