import * as z from 'zod/mini';
import {
	editedItemFields,
	type ItemFields,
	newItemFields,
	withOptionalPriceIfFree,
} from '#contract/items/schemas.ts';
import { parseTypedPrice } from '#web/features/items/typed-price.ts';
import { type FormError, formErrorsFrom } from '#web/ui/form/use-form-errors.ts';
import type { PhotoForm } from './photo-list.ts';

/** `isFree` is the text "true" for an item that is given away. */
const FORM_FIELD_NAMES = [
	...(['title', 'description', 'price', 'category', 'condition', 'isFree'] as const),
];
export type FormFieldName = (typeof FORM_FIELD_NAMES)[number];
/** The text of each field of the item form, not validated. */
export type ItemFormValues = Record<FormFieldName, string>;

export const EMPTY_VALUES = formValues(() => '');

/** The current values of an item form. */
export function readFormValues(form: HTMLFormElement): ItemFormValues {
	const data = new FormData(form);
	return formValues((name) => String(data.get(name) ?? ''));
}

/** An item's fields as form values. */
export function toFormValues(item: ItemFields): ItemFormValues {
	const { price: rupees = 0 } = item;
	const price = Number.isInteger(rupees) ? String(rupees) : rupees.toFixed(2);
	const isFree = rupees === 0;
	const values = { ...item, price: isFree ? '' : price, isFree: isFree ? 'true' : '' };
	return formValues((name) => String(values[name] ?? ''));
}

function formValues(textOf: (name: FormFieldName) => string): ItemFormValues {
	return Object.fromEntries(FORM_FIELD_NAMES.map((name) => [name, textOf(name)])) as ItemFormValues;
}

/** All errors of the fields, or the parsed fields, ready to send. */
type ValidatedItem =
	| { errors: readonly FormError<FormFieldName>[] }
	| { errors?: undefined; fields: ItemFields };

/** Validates the form's values; errors come in the order of spec 1 §5. */
export function validateItem(form: PhotoForm, values: ItemFormValues): ValidatedItem {
	const schema = withOptionalPriceIfFree(form === 'add' ? newItemFields : editedItemFields);
	const parsed = z.safeParse(schema, {
		...values,
		price: parseTypedPrice(values.price),
		isFree: values.isFree === 'true',
	});
	if (parsed.success) return { fields: parsed.data };
	return { errors: formErrorsFrom(parsed.error.issues, FORM_FIELD_NAMES) };
}
