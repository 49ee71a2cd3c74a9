import type { ItemFields } from '#contract/items/schemas.ts';

/** Whether an item has all of these values. Null, an empty list and a missing value count as equal. */
export function hasSameFields(item: Partial<ItemFields>, fields: ItemFields): boolean {
	const names = Object.keys(fields) as (keyof ItemFields)[];
	return names.every((name) => textOf(item[name]) === textOf(fields[name]));
}

/** A value as JSON with sorted keys, so that equal values have equal texts: the database reorders the keys of details. */
function textOf(value: ItemFields[keyof ItemFields]): string {
	if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
	const entries = Object.entries(value);
	if (entries.length === 0) return JSON.stringify(null);
	return JSON.stringify(Array.isArray(value) ? value : entries.toSorted(byKey));
}

function byKey([one]: [string, unknown], [other]: [string, unknown]): number {
	return one < other ? -1 : 1;
}
