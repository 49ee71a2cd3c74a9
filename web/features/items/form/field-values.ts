import * as z from 'zod/mini';
import { type Details, parseDetails } from '#contract/catalogue/details.ts';
import type { Category } from '#contract/catalogue/schemas.ts';
import { type DetailPath, detailPath, errorOfDetail } from '#contract/items/details.ts';
import {
	editedItemFields,
	ITEM_FIELD_NAMES,
	type ItemFields,
	newItemFields,
	requiringPriceUnlessFree,
} from '#contract/items/schemas.ts';
import { parseTypedPrice } from '#web/lib/typed-price.ts';
import { type FormError, formErrorsFrom } from '#web/ui/form/use-form-errors.ts';
import type { ItemFormKind } from './photo-list.ts';

/**
 * The names of all form values, each of which is a text. `isFree` and `isPriceFixed` are "true" or empty. `details` and
 * `subjects` are JSON, or empty if there are none.
 */
const FORM_VALUE_NAMES = [...ITEM_FIELD_NAMES, 'isFree'] as const;
type FormValueName = (typeof FORM_VALUE_NAMES)[number];
/** The text of each field of the item form, not validated. */
export type ItemFormValues = Record<FormValueName, string>;
/** The name of a control, at which an error is shown. */
export type FormFieldName = FormValueName | DetailPath;

/**
 * The name of the hidden fields with the codes of the chosen subjects, from which the value `subjects` is made. The
 * control named `subjects` is the picker's search field, whose text is no form value.
 */
export const SUBJECT_CODE_NAME = 'subject';
const DETAIL_PREFIX = detailPath('');

export const EMPTY_VALUES = formValues(() => '');

/** The current values of an item form. */
export function readFormValues(form: HTMLFormElement): ItemFormValues {
	const data = new FormData(form);
	const details = [...data]
		.filter(([name, value]) => name.startsWith(DETAIL_PREFIX) && value !== '')
		.map(([name, value]) => [name.slice(DETAIL_PREFIX.length), String(value)]);
	const texts: Partial<ItemFormValues> = {
		details: toJsonText(Object.fromEntries(details)),
		subjects: toJsonText(data.getAll(SUBJECT_CODE_NAME)),
	};
	return formValues((name) => texts[name] ?? String(data.get(name) ?? ''));
}

/** An item's fields as form values. */
export function toFormValues(item: ItemFields): ItemFormValues {
	const { price: rupees = 0, isPriceFixed, details, subjects } = item;
	const price = Number.isInteger(rupees) ? String(rupees) : rupees.toFixed(2);
	const isFree = rupees === 0;
	const values = {
		...item,
		price: isFree ? '' : price,
		isFree: isFree ? 'true' : '',
		isPriceFixed: isPriceFixed ? 'true' : '',
		details: toJsonText(details ?? {}),
		subjects: toJsonText(subjects ?? []),
	};
	return formValues((name) => String(values[name] ?? ''));
}

/** The values of a stored draft, completed by `others`: an old draft lacks fields that were introduced later. */
export function withLaterFields(
	draft: Partial<ItemFormValues>,
	others: ItemFormValues = EMPTY_VALUES,
): ItemFormValues {
	return { ...others, ...draft };
}

export function detailsOf({ details }: Pick<ItemFormValues, 'details'>): Details {
	return details === '' ? {} : JSON.parse(details);
}

export function subjectsOf({ subjects }: Pick<ItemFormValues, 'subjects'>): readonly string[] {
	return subjects === '' ? [] : JSON.parse(subjects);
}

/** A value as JSON with sorted keys, so that equal values have equal texts: the database reorders the keys of details. */
function toJsonText(value: object): string {
	const keys = Object.keys(value).sort();
	return keys.length === 0 ? '' : JSON.stringify(value, keys);
}

function formValues(textOf: (name: FormValueName) => string): ItemFormValues {
	return Object.fromEntries(FORM_VALUE_NAMES.map((name) => [name, textOf(name)])) as ItemFormValues;
}

/** Either all errors of the fields, or the parsed fields. */
type ValidatedItem =
	| { errors: readonly FormError<FormFieldName>[] }
	| { errors?: undefined; fields: ItemFields };

/**
 * Validates the form's values; errors come in the order of the fields, then those of the detail fields.
 * @param categories the catalogue's categories, which define the detail fields
 */
export function validateItem(
	form: ItemFormKind,
	values: ItemFormValues,
	categories: readonly Category[],
): ValidatedItem {
	const schema = requiringPriceUnlessFree(form === 'add' ? newItemFields : editedItemFields);
	const category = categories.find(({ name }) => name === values.category);
	const checked = parseDetails(category?.fields ?? [], detailsOf(values));
	const parsed = z.safeParse(schema, {
		...values,
		price: parseTypedPrice(values.price),
		isFree: values.isFree === 'true',
		isPriceFixed: values.isPriceFixed === 'true' && values.isFree !== 'true',
		details: checked.details ?? {},
		subjects: subjectsOf(values),
	});
	if (parsed.success && checked.details) return { fields: parsed.data };
	const errors: FormError<FormFieldName>[] = parsed.success
		? []
		: formErrorsFrom(parsed.error.issues, FORM_VALUE_NAMES);
	for (const refused of checked.refused ?? [])
		errors.push({ field: detailPath(refused.key), message: errorOfDetail(refused).message });
	return { errors };
}
