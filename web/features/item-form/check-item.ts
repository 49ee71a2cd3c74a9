import * as z from 'zod/mini';
import { editedItemFields, type ItemFields, newItemFields } from '#contract/items.ts';
import type { PhotoForm } from './photo-list.ts';
import { readTypedPrice } from './typed-price.ts';

const ITEM_FIELD_NAMES = ['title', 'description', 'price', 'category'] as const;
export type ItemField = (typeof ITEM_FIELD_NAMES)[number];

/** What stands in the fields, whatever it is worth. */
export type TypedFields = Record<ItemField, string>;

/** The first rule that the typed fields break; `fields` are ready to send when there is none. */
type CheckedItem =
	| { broken: { field: ItemField; message: string } }
	| { broken?: undefined; fields: ItemFields };

/** Checks what was typed, in the order of spec 1 §5. */
export function checkItem(form: PhotoForm, typed: TypedFields): CheckedItem {
	const schema = form === 'add' ? newItemFields : editedItemFields;
	const parsed = z.safeParse(schema, { ...typed, price: readTypedPrice(typed.price) });
	if (parsed.success) return { fields: parsed.data };
	const issue = parsed.error.issues[0];
	const field = ITEM_FIELD_NAMES.find((name) => name === issue?.path[0]) ?? 'title';
	return { broken: { field, message: issue?.message ?? '' } };
}
