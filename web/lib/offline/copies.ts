/**
 * A message of the service worker: the age of a cached copy it served, or without `seenAt`, that the response has now
 * come from the network.
 */
interface Given {
	address: string;
	/** Milliseconds since 1970. */
	seenAt?: number;
}

/** The cached copies that a page currently shows. */
interface Copies {
	/** The page's path. */
	pathname: string;
	/** When each copy was fetched, in milliseconds since 1970, by address. */
	seenAt: ReadonlyMap<string, number>;
}

const NONE: Copies = { pathname: '', seenAt: new Map() };
const watchers = new Set<() => void>();
let copies = NONE;

export function currentCopies(): Copies {
	return copies;
}

/** The value for server rendering. */
export function noCopies(): Copies {
	return NONE;
}

/** Whether the page itself, with its embedded API responses, is a cached copy. */
export function isPageCopy({ seenAt }: Copies): boolean {
	return [...seenAt.keys()].some(isPage);
}

/** Called when all embedded responses have been refetched. */
export function dropPageCopy(): void {
	const left = [...copies.seenAt].filter(([address]) => !isPage(address));
	put({ ...copies, seenAt: new Map(left) });
}

/** Calls back whenever copies are served or replaced from the network; returns a function that stops watching. */
export function watchCopies(watcher: () => void): () => void {
	const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
	const stop = new AbortController();
	const { signal } = stop;
	watchers.add(watcher);
	worker?.addEventListener('message', hear, { signal });
	// After reconnecting, all visible data is refetched.
	window.addEventListener('online', () => put(NONE), { signal });
	// Asks about the page itself, because it could not receive messages while it was loading.
	worker?.controller?.postMessage('how old');
	return () => {
		stop.abort();
		watchers.delete(watcher);
	};
}

function hear({ data: { address, seenAt: at } }: MessageEvent<Given>): void {
	const { pathname } = window.location;
	const seenAt = new Map(pathname === copies.pathname ? copies.seenAt : []);
	if (at === undefined) seenAt.delete(address);
	else seenAt.set(address, at);
	put({ pathname, seenAt });
}

function put(next: Copies): void {
	copies = next;
	for (const watcher of watchers) watcher();
}

function isPage(address: string): boolean {
	return !address.startsWith('/api/');
}
