import * as z from 'zod/mini';
import { editedItemFields, type ItemFields, newItemFields } from '#contract/items/items.ts';
import { parseTypedPrice } from '#web/features/items/typed-price.ts';
import { type FormError, formErrorsFrom } from '#web/ui/form/use-form-errors.ts';
import type { PhotoForm } from './photo-list.ts';

const ITEM_FIELD_NAMES = ['title', 'description', 'price', 'category'] as const;
export type ItemField = (typeof ITEM_FIELD_NAMES)[number];

/** The text of each field, not validated. */
export type ItemFormValues = Record<ItemField, string>;

/** All errors of the fields, or the parsed fields, ready to send. */
type ValidatedItem =
	| { errors: readonly FormError<ItemField>[] }
	| { errors?: undefined; fields: ItemFields };

/** Validates the form's values; errors come in the order of spec 1 §5. */
export function validateItem(form: PhotoForm, values: ItemFormValues): ValidatedItem {
	const schema = form === 'add' ? newItemFields : editedItemFields;
	const parsed = z.safeParse(schema, { ...values, price: parseTypedPrice(values.price) });
	if (parsed.success) return { fields: parsed.data };
	return { errors: formErrorsFrom(parsed.error.issues, ITEM_FIELD_NAMES) };
}
