import type { ItemFields } from '#contract/items/schemas.ts';

/** Whether an item says the same as some fields. Where nothing is said, null, an empty list and a missing value are alike. */
export function saysTheSame(item: Partial<ItemFields>, fields: ItemFields): boolean {
	const names = Object.keys(fields) as (keyof ItemFields)[];
	return names.every((name) => textOf(item[name]) === textOf(fields[name]));
}

/** Equal values have equal texts: the database stores the keys of details in an order of its own. */
function textOf(value: ItemFields[keyof ItemFields]): string {
	if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
	const entries = Object.entries(value);
	if (entries.length === 0) return JSON.stringify(null);
	return JSON.stringify(Array.isArray(value) ? value : entries.toSorted(byKey));
}

function byKey([one]: [string, unknown], [other]: [string, unknown]): number {
	return one < other ? -1 : 1;
}
