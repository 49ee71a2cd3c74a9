/** From when a copy is that a page was given. */
export interface GivenCopy {
	/** Of what it is a copy, from the root on. */
	address: string;
	/** Milliseconds since 1970. */
	seenAt: number;
}

/** What pages were given that the line has not brought them since, by their ids and its addresses. */
const given = new Map<string, Map<string, GivenCopy>>();

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
	return given.get(pageId)?.delete(address) ?? false;
}
