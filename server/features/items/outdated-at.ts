import type { Item } from '#contract/items/schemas.ts';

/**
 * When items are shown wrongly although none has changed: at the first end of a reservation among them.
 * @returns milliseconds since 1970; undefined if none is reserved
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

/** When a listing without reserved items is: at once, because any reservation may end. */
export const OUTDATED_AT_ONCE = 0;
