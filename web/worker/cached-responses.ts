/** A cached copy that was served to a page. */
export interface CachedResponse {
	/** The path and query of the request. */
	address: string;
	/** When the server sent the response (its Date header), in milliseconds since 1970. */
	seenAt: number;
}

/** Cached copies served to each page and not yet replaced from the network, by page id and address. */
const servedByPage = new Map<string, Map<string, CachedResponse>>();
/** The page ids that have been seen among the open pages. */
const pagesSeenOpen = new Set<string>();

/** The copies that a page still shows. */
export function listCachedResponses(pageId: string): readonly CachedResponse[] {
	return [...(servedByPage.get(pageId)?.values() ?? [])];
}

/**
 * Records that a page was served a copy.
 * @returns undefined if the copy has no date
 */
export function recordCachedResponse(
	pageId: string,
	address: string,
	response: Response,
): CachedResponse | undefined {
	const seenAt = Date.parse(response.headers.get('date') ?? '');
	if (Number.isNaN(seenAt)) return undefined;
	const served = servedByPage.get(pageId) ?? new Map<string, CachedResponse>();
	const copy = { address, seenAt };
	servedByPage.set(pageId, served.set(address, copy));
	return copy;
}

/**
 * Records that a page got a response from the network.
 * @returns whether the page showed a cached copy of this response before
 */
export function recordNetworkResponse(pageId: string, address: string): boolean {
	const served = servedByPage.get(pageId);
	const wasServed = served?.delete(address) ?? false;
	if (served?.size === 0) forgetPage(pageId);
	return wasServed;
}

/**
 * Drops the records of closed pages. A page that is still loading is not among the open pages either, so the records of
 * pages that were never seen open are kept.
 * @param openPageIds the ids of all open pages
 */
export function forgetClosedPages(openPageIds: readonly string[]): void {
	for (const pageId of servedByPage.keys()) {
		if (openPageIds.includes(pageId)) pagesSeenOpen.add(pageId);
		else if (pagesSeenOpen.has(pageId)) forgetPage(pageId);
	}
}

function forgetPage(pageId: string): void {
	servedByPage.delete(pageId);
	pagesSeenOpen.delete(pageId);
}
