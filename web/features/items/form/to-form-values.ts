import type { ItemFields } from '#contract/items/items.ts';
import type { ItemFormValues } from './validate.ts';

/** An item's fields as form values. */
export function toFormValues({ title, description, price, category }: ItemFields): ItemFormValues {
	const typedPrice = Number.isInteger(price) ? String(price) : price.toFixed(2);
	return { title, description, price: typedPrice, category };
}
