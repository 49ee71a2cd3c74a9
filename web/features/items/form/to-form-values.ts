import type { ItemFields } from '#contract/items/items.ts';
import type { ItemFormValues } from './validate.ts';

/** An item's words as they would be typed. */
export function toFormValues({ title, description, price, category }: ItemFields): ItemFormValues {
	const typedPrice = Number.isInteger(price) ? String(price) : price.toFixed(2);
	return { title, description, price: typedPrice, category };
}
