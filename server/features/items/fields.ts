import { type Details, keepValidDetails, parseDetails } from '#contract/catalogue/details.ts';
import type { Category } from '#contract/catalogue/schemas.ts';
import { detailPath, errorOfDetail } from '#contract/items/details.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import type { ItemFields } from '#contract/items/schemas.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import { AppError, type InputIssue, invalidField } from '#server/lib/app-error.ts';
import type { StoredItemFields } from './queries.ts';

type KnownCatalogue = Pick<Catalogue, 'findCategory' | 'findSubject'>;

/** What is undefined keeps the value that the item has, or that the column has for a new one. */
type FieldsToStore = Partial<StoredItemFields> &
	Pick<StoredItemFields, 'title' | 'description' | 'price' | 'category' | 'details' | 'subjects'>;

/**
 * What a new item says, as it is stored.
 * @throws AppError invalid for a category that takes no new items, and for details and subjects that the catalogue does
 * not have
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
 * What an edited item says, as it is stored. Details that the category no longer has are dropped.
 * @throws AppError as `fieldsOfNewItem`; an item stays in its category, even if that is hidden by now
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

/** A free item stays free while an edit leaves `isFree` out, whatever price an older client sends. */
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
	const issues: InputIssue[] = parsed.refused.map((one) => ({
		path: detailPath(one.key),
		...errorOfDetail(one),
	}));
	throw new AppError('invalid', issues[0] ?? ITEM_ERRORS.details, issues);
}

/** The codes as the catalogue spells them, each once. */
function requireSubjects({ findSubject }: KnownCatalogue, codes: readonly string[]): string[] {
	const known = codes.map((code) => {
		const subject = findSubject(code);
		if (!subject) throw invalidField('subjects', ITEM_ERRORS.unknownSubject(code));
		return subject.code;
	});
	return [...new Set(known)];
}
