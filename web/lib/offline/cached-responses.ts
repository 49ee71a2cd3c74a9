/**
 * A message of the service worker: the age of a cached copy it served, or without `seenAt`, that the response has now
 * come from the network.
 */
interface CachedResponseMessage {
	address: string;
	/** Milliseconds since 1970. */
	seenAt?: number;
}

/** The cached copies that a page currently shows. */
interface CachedResponses {
	/** The page's path. */
	pathname: string;
	/** When each copy was fetched, in milliseconds since 1970, by address. */
	seenAt: ReadonlyMap<string, number>;
}

const NONE: CachedResponses = { pathname: '', seenAt: new Map() };
const listeners = new Set<() => void>();
let cachedResponses = NONE;

export function currentCachedResponses(): CachedResponses {
	return cachedResponses;
}

/** The value for server rendering. */
export function noCachedResponses(): CachedResponses {
	return NONE;
}

/** Whether the page itself, with its embedded API responses, is a cached copy. */
export function isPageCached({ seenAt }: CachedResponses): boolean {
	return [...seenAt.keys()].some(isPageAddress);
}

/** Called when all embedded responses have been refetched. */
export function forgetCachedPage(): void {
	const remaining = [...cachedResponses.seenAt].filter(([address]) => !isPageAddress(address));
	publish({ ...cachedResponses, seenAt: new Map(remaining) });
}

/** Calls back whenever copies are served or replaced from the network; returns a function that stops watching. */
export function watchCachedResponses(listener: () => void): () => void {
	const serviceWorker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
	const controller = new AbortController();
	const { signal } = controller;
	listeners.add(listener);
	serviceWorker?.addEventListener('message', handleMessage, { signal });
	// After reconnecting, all visible data is refetched.
	window.addEventListener('online', () => publish(NONE), { signal });
	// Asks about the page itself, because it could not receive messages while it was loading.
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
