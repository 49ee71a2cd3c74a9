/**
 * A message of the service worker about one address. With `seenAt`, the worker has served a cached copy. Without
 * `seenAt`, the response came from the network.
 */
interface CachedResponseMessage {
	address: string;
	/** When the server sent the copy, in milliseconds since 1970. */
	seenAt?: number;
}

/** The cached copies that a page currently shows. */
export interface CachedResponses {
	/** The page's path. */
	pathname: string;
	/** The newest message about each copy, by address. */
	copies: ReadonlyMap<string, CachedResponseMessage>;
}

const listeners = new Set<() => void>();
let cachedResponses: CachedResponses = { pathname: '', copies: new Map() };

/** Empty on the server and until `watchCachedResponses` is called. */
export function currentCachedResponses(): CachedResponses {
	return cachedResponses;
}

/** Whether the page itself, with its embedded API responses, is a cached copy. */
export function isPageCached({ copies }: CachedResponses): boolean {
	return [...copies.keys()].some((address) => !address.startsWith('/api/'));
}

/**
 * Forgets the copies in `before`, except those that were served again meanwhile. To be called when all visible data has
 * been refetched. Otherwise a copy that the page no longer requests, such as that of a list now sorted differently,
 * would never be forgotten.
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
	listeners.add(listener);
	serviceWorker?.addEventListener('message', handleMessage);
	// Asks for the messages that the page missed while it was loading, such as the one about the page itself.
	serviceWorker?.controller?.postMessage('how old');
	return () => {
		serviceWorker?.removeEventListener('message', handleMessage);
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
