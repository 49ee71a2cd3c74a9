/** From when a copy is that a page was given. */
export interface CachedResponse {
	/** Of what it is a copy, from the root on. */
	address: string;
	/** Milliseconds since 1970. */
	seenAt: number;
}

/** What pages were given that the line has not brought them since, by their ids and its addresses. */
const servedByPage = new Map<string, Map<string, CachedResponse>>();
/** Of these, the pages that have been among the open ones. */
const knownPages = new Set<string>();

export function listCachedResponses(pageId: string): readonly CachedResponse[] {
	return [...(servedByPage.get(pageId)?.values() ?? [])];
}

/** @returns undefined where the copy does not say from when it is */
export function recordCachedResponse(
	pageId: string,
	address: string,
	response: Response,
): CachedResponse | undefined {
	const seenAt = Date.parse(response.headers.get('date') ?? '');
	if (Number.isNaN(seenAt)) return undefined;
	const served = servedByPage.get(pageId) ?? new Map<string, CachedResponse>();
	servedByPage.set(pageId, served.set(address, { address, seenAt }));
	return { address, seenAt };
}

/** The line has brought something. @returns whether the page had a copy of it */
export function recordNetworkResponse(pageId: string, address: string): boolean {
	const served = servedByPage.get(pageId);
	const wasServed = served?.delete(address) ?? false;
	if (served?.size === 0) forgetPage(pageId);
	return wasServed;
}

/**
 * Forgets what pages were given that are closed by now. One that is on its way is not among the open ones either, and is given
 * its first copy before it is.
 * @param openPageIds the ids of all pages that there are
 */
export function forgetClosedPages(openPageIds: readonly string[]): void {
	for (const pageId of servedByPage.keys()) {
		if (openPageIds.includes(pageId)) knownPages.add(pageId);
		else if (knownPages.has(pageId)) forgetPage(pageId);
	}
}

function forgetPage(pageId: string): void {
	servedByPage.delete(pageId);
	knownPages.delete(pageId);
}
