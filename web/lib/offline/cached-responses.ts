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
export interface CachedResponses {
	/** The page's path. */
	pathname: string;
	/** The newest message about each copy, by address. */
	copies: ReadonlyMap<string, CachedResponseMessage>;
}

const NONE: CachedResponses = { pathname: '', copies: new Map() };
const listeners = new Set<() => void>();
let cachedResponses = NONE;

/** None on the server, and until it is watched: the value for server rendering, too. */
export function currentCachedResponses(): CachedResponses {
	return cachedResponses;
}

/** Whether the page itself, with its embedded API responses, is a cached copy. */
export function isPageCached({ copies }: CachedResponses): boolean {
	return [...copies.keys()].some((address) => !address.startsWith('/api/'));
}

/**
 * Called when all that is shown has been refetched: of the copies shown before, only those remain that were served again.
 * Others, such as that of a list that is sorted differently now, are not requested any more.
 */
export function forgetCopies(before: CachedResponses): void {
	const copies = new Map(cachedResponses.copies);
	for (const [address, copy] of before.copies)
		if (copies.get(address) === copy) copies.delete(address);
	publish({ ...cachedResponses, copies });
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

function handleMessage({ data }: MessageEvent<CachedResponseMessage>): void {
	const { pathname } = window.location;
	const copies = new Map(pathname === cachedResponses.pathname ? cachedResponses.copies : []);
	if (data.seenAt === undefined) copies.delete(data.address);
	else copies.set(data.address, data);
	publish({ pathname, copies });
}

function publish(next: CachedResponses): void {
	cachedResponses = next;
	for (const listener of listeners) listener();
}
