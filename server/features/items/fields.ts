import { type Details, keepValidDetails, parseDetails } from '#contract/catalogue/details.ts';
import type { Category } from '#contract/catalogue/schemas.ts';
import { detailPath, errorOfDetail } from '#contract/items/details.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import type { ItemFields } from '#contract/items/schemas.ts';
import { type Catalogue, requireSubject } from '#server/features/catalogue/catalogue.ts';
import { AppError, type InputIssue, invalidField } from '#server/lib/app-error.ts';
import type { StoredItemFields } from './queries.ts';

type KnownCatalogue = Pick<Catalogue, 'findCategory' | 'findSubject'>;

/** An undefined field keeps the value of the existing item; for a new item, the default of its column applies. */
type FieldsToStore = Partial<StoredItemFields> &
	Pick<StoredItemFields, 'title' | 'description' | 'price' | 'category' | 'details' | 'subjects'>;

/**
 * The fields of a new item, as they are stored.
 * @throws AppError invalid for a category that takes no new items, and for details or subjects that the catalogue
 * does not have
 */
export function fieldsOfNewItem(catalogue: KnownCatalogue, sent: ItemFields): FieldsToStore {
	const category = catalogue.findCategory(sent.category);
	if (category?.name !== sent.category || !category.isVisible) {
		throw invalidField('category', ITEM_ERRORS.category);
	}
	const price = sent.price ?? 0;
	return {
		...sent,
		price,
		category: category.name,
		details: requireDetails(category, sent.details ?? {}),
		subjects: requireSubjects(catalogue, sent.subjects ?? []),
		isPriceFixed: price > 0 && (sent.isPriceFixed ?? false),
	};
}

/**
 * The fields of an edited item, as they are stored. If the edit leaves out the details, those that its category
 * does not have are dropped. An item may keep its category even if that is hidden by now.
 * @throws AppError as `fieldsOfNewItem`; invalid for a price of 0 without `isFree`
 */
export function fieldsOfEditedItem(
	catalogue: KnownCatalogue,
	sent: ItemFields,
	existing: StoredItemFields,
): FieldsToStore {
	const category = catalogue.findCategory(sent.category);
	const isAllowed = category?.isVisible || category?.name === existing.category;
	if (category?.name !== sent.category || !isAllowed) {
		throw invalidField('category', ITEM_ERRORS.category);
	}
	const price = editedPrice(sent, existing);
	return {
		...sent,
		price,
		category: category.name,
		details:
			sent.details === undefined
				? keepValidDetails(category.fields, existing.details)
				: requireDetails(category, sent.details ?? {}),
		subjects:
			sent.subjects === undefined
				? existing.subjects
				: requireSubjects(catalogue, sent.subjects ?? []),
		isPriceFixed: price > 0 && (sent.isPriceFixed ?? existing.isPriceFixed),
	};
}

/** If an edit leaves out `isFree`, a free item stays free, whatever price an older client sends. */
function editedPrice({ isFree, price = 0 }: ItemFields, existing: StoredItemFields): number {
	if (isFree) return 0;
	const staysFree = isFree === undefined && existing.price === 0;
	if (staysFree) return 0;
	if (price === 0) throw invalidField('price', ITEM_ERRORS.editPrice);
	return price;
}

function requireDetails({ fields }: Category, sent: Details): Details {
	const parsed = parseDetails(fields, sent);
	if (parsed.details) return parsed.details;
	const issues: InputIssue[] = parsed.refused.map((detail) => ({
		path: detailPath(detail.key),
		...errorOfDetail(detail),
	}));
	throw new AppError('invalid', issues[0] ?? ITEM_ERRORS.details, issues);
}

/** The subject codes in the spelling of the catalogue, without duplicates. */
function requireSubjects(catalogue: KnownCatalogue, codes: readonly string[]): string[] {
	return [...new Set(codes.map((code) => requireSubject(catalogue, code, 'subjects').code))];
}
