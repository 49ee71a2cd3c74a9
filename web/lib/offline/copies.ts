/** What the service worker tells of an answer: from when the copy is that it gave, or that the line has brought it since. */
interface Given {
	address: string;
	/** Milliseconds since 1970. */
	seenAt?: number;
}

/** What a page shows that the line did not bring. */
interface Copies {
	/** Of the page. */
	pathname: string;
	/** From when each copy is, in milliseconds since 1970, by its address. */
	seenAt: ReadonlyMap<string, number>;
}

const NONE: Copies = { pathname: '', seenAt: new Map() };
const watchers = new Set<() => void>();
let copies = NONE;

export function currentCopies(): Copies {
	return copies;
}

/** As the server draws a page. */
export function noCopies(): Copies {
	return NONE;
}

/** Whether what a page began with is a copy, with the answers that came along. */
export function isPageCopy({ seenAt }: Copies): boolean {
	return [...seenAt.keys()].some(isPage);
}

/** All that it began with was asked for again, and has come. */
export function dropPageCopy(): void {
	const left = [...copies.seenAt].filter(([address]) => !isPage(address));
	put({ ...copies, seenAt: new Map(left) });
}

/** Calls back whenever copies come, or by the line what they were of; returns how to stop. */
export function watchCopies(watcher: () => void): () => void {
	const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
	const stop = new AbortController();
	const { signal } = stop;
	watchers.add(watcher);
	worker?.addEventListener('message', hear, { signal });
	// All that is shown is asked for anew.
	window.addEventListener('online', () => put(NONE), { signal });
	// Of itself the page could not be told while it was on its way.
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
