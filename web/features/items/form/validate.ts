import * as z from 'zod/mini';
import { editedItemFields, type ItemFields, newItemFields } from '#contract/items/items.ts';
import { parseTypedPrice } from '#web/features/items/typed-price.ts';
import { type FormError, formErrorsFrom } from '#web/ui/form/use-form-errors.ts';
import type { PhotoForm } from './photo-list.ts';

const ITEM_FIELD_NAMES = ['title', 'description', 'price', 'category'] as const;
export type ItemField = (typeof ITEM_FIELD_NAMES)[number];

/** What stands in the fields, whatever it is worth. */
export type ItemFormValues = Record<ItemField, string>;

/** All rules that the typed fields break; `fields` are ready to send when there is none. */
type ValidatedItem =
	| { errors: readonly FormError<ItemField>[] }
	| { errors?: undefined; fields: ItemFields };

/** Checks what was typed, in the order of spec 1 §5. */
export function validateItem(form: PhotoForm, values: ItemFormValues): ValidatedItem {
	const schema = form === 'add' ? newItemFields : editedItemFields;
	const parsed = z.safeParse(schema, { ...values, price: parseTypedPrice(values.price) });
	if (parsed.success) return { fields: parsed.data };
	return { errors: formErrorsFrom(parsed.error.issues, ITEM_FIELD_NAMES) };
}
