/** From when a copy is that a page was given. */
export interface GivenCopy {
	/** Of what it is a copy, from the root on. */
	address: string;
	/** Milliseconds since 1970. */
	seenAt: number;
}

/** What pages were given that the line has not brought them since, by their ids and its addresses. */
const given = new Map<string, Map<string, GivenCopy>>();
/** Of these, the pages that have been among the open ones. */
const arrived = new Set<string>();

export function copiesOf(pageId: string): readonly GivenCopy[] {
	return [...(given.get(pageId)?.values() ?? [])];
}

/** @returns undefined where the copy does not say from when it is */
export function noteCopy(pageId: string, address: string, copy: Response): GivenCopy | undefined {
	const seenAt = Date.parse(copy.headers.get('date') ?? '');
	if (Number.isNaN(seenAt)) return undefined;
	const copies = given.get(pageId) ?? new Map<string, GivenCopy>();
	given.set(pageId, copies.set(address, { address, seenAt }));
	return { address, seenAt };
}

/** The line has brought something. @returns whether the page had a copy of it */
export function noteLine(pageId: string, address: string): boolean {
	const copies = given.get(pageId);
	const wasGiven = copies?.delete(address) ?? false;
	if (copies?.size === 0) forgetPage(pageId);
	return wasGiven;
}

/**
 * Forgets what pages were given that are closed by now. One that is on its way is not among the open ones either, and is given
 * its first copy before it is.
 * @param open the ids of all pages that there are
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
