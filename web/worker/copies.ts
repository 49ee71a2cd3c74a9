/** The age of a cached copy that was served to a page. */
export interface GivenCopy {
	/** The path and query of the request. */
	address: string;
	/** Milliseconds since 1970. */
	seenAt: number;
}

/** Cached copies served to each page and not yet replaced from the network, by page id and address. */
const given = new Map<string, Map<string, GivenCopy>>();
/** The page ids that have been seen among the open pages. */
const arrived = new Set<string>();

export function copiesOf(pageId: string): readonly GivenCopy[] {
	return [...(given.get(pageId)?.values() ?? [])];
}

/**
 * Records that a page was served a copy.
 * @returns undefined if the copy has no date
 */
export function noteCopy(pageId: string, address: string, copy: Response): GivenCopy | undefined {
	const seenAt = Date.parse(copy.headers.get('date') ?? '');
	if (Number.isNaN(seenAt)) return undefined;
	const copies = given.get(pageId) ?? new Map<string, GivenCopy>();
	given.set(pageId, copies.set(address, { address, seenAt }));
	return { address, seenAt };
}

/**
 * Records a response from the network.
 * @returns whether the page had a copy of it
 */
export function noteLine(pageId: string, address: string): boolean {
	const copies = given.get(pageId);
	const wasGiven = copies?.delete(address) ?? false;
	if (copies?.size === 0) forgetPage(pageId);
	return wasGiven;
}

/**
 * Drops the records of closed pages. A page that is still loading is not among the open ones either, so pages never
 * seen open are kept.
 * @param open the ids of all open pages
 */
export function forgetClosed(open: readonly string[]): void {
	for (const pageId of given.keys()) {
		if (open.includes(pageId)) arrived.add(pageId);
		else if (arrived.has(pageId)) forgetPage(pageId);
	}
}

function forgetPage(pageId: string): void {
	given.delete(pageId);
	arrived.delete(pageId);
}
