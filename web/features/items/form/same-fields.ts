import type { ItemFields } from '#contract/items/schemas.ts';
import { isSameValue } from '#web/lib/same-value.ts';

/** Whether an item has all of these values. */
export function hasSameFields(item: Partial<ItemFields>, fields: ItemFields): boolean {
	const names = Object.keys(fields) as (keyof ItemFields)[];
	return names.every((name) => isSameValue(item[name], fields[name]));
}
