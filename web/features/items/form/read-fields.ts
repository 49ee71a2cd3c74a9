import type { ItemField, ItemFormValues } from './validate.ts';

/** The current values of an item form. */
export function readFields(form: HTMLFormElement): ItemFormValues {
	const data = new FormData(form);
	const read = (name: ItemField) => String(data.get(name) ?? '');
	return {
		title: read('title'),
		description: read('description'),
		price: read('price'),
		category: read('category'),
	};
}
