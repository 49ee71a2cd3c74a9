import type { Item } from '#contract/items/schemas.ts';

/**
 * When a response with these items becomes outdated although no row changes: at the first end of a reservation among
 * them.
 * @returns milliseconds since 1970; undefined if no item is reserved
 */
export function outdatedAt(
	items: Iterable<Pick<Item, 'reservedUntil'> | undefined> = [],
): number | undefined {
	let first: number | undefined;
	for (const item of items) {
		if (!item?.reservedUntil) continue;
		first = Math.min(first ?? Number.POSITIVE_INFINITY, Date.parse(item.reservedUntil));
	}
	return first;
}

/**
 * For a listing that leaves out reserved items: it is outdated at once, because any reservation may end at any time.
 */
export const OUTDATED_AT_ONCE = 0;
