/** What the service worker tells of an answer: from when the copy is that it gave, or that the line has brought it since. */
interface CachedResponseMessage {
	address: string;
	/** Milliseconds since 1970. */
	seenAt?: number;
}

/** What a page shows that the line did not bring. */
interface CachedResponses {
	/** Of the page. */
	pathname: string;
	/** From when each copy is, in milliseconds since 1970, by its address. */
	seenAt: ReadonlyMap<string, number>;
}

const NONE: CachedResponses = { pathname: '', seenAt: new Map() };
const listeners = new Set<() => void>();
let cachedResponses = NONE;

export function currentCachedResponses(): CachedResponses {
	return cachedResponses;
}

/** As the server draws a page. */
export function noCachedResponses(): CachedResponses {
	return NONE;
}

/** Whether what a page began with is a copy, with the answers that came along. */
export function isPageCached({ seenAt }: CachedResponses): boolean {
	return [...seenAt.keys()].some(isPageAddress);
}

/** All that it began with was asked for again, and has come. */
export function forgetCachedPage(): void {
	const remaining = [...cachedResponses.seenAt].filter(([address]) => !isPageAddress(address));
	publish({ ...cachedResponses, seenAt: new Map(remaining) });
}

/** Calls back whenever copies come, or by the line what they were of; returns how to stop. */
export function watchCachedResponses(listener: () => void): () => void {
	const serviceWorker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
	const controller = new AbortController();
	const { signal } = controller;
	listeners.add(listener);
	serviceWorker?.addEventListener('message', handleMessage, { signal });
	// All that is shown is asked for anew.
	window.addEventListener('online', () => publish(NONE), { signal });
	// Of itself the page could not be told while it was on its way.
	serviceWorker?.controller?.postMessage('how old');
	return () => {
		controller.abort();
		listeners.delete(listener);
	};
}

function handleMessage({
	data: { address, seenAt: seenAtMs },
}: MessageEvent<CachedResponseMessage>): void {
	const { pathname } = window.location;
	const seenAt = new Map(pathname === cachedResponses.pathname ? cachedResponses.seenAt : []);
	if (seenAtMs === undefined) seenAt.delete(address);
	else seenAt.set(address, seenAtMs);
	publish({ pathname, seenAt });
}

function publish(next: CachedResponses): void {
	cachedResponses = next;
	for (const listener of listeners) listener();
}

function isPageAddress(address: string): boolean {
	return !address.startsWith('/api/');
}
