import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { WANTED_ERRORS } from '#contract/wanted/errors.ts';
import type { WantedFields } from '#contract/wanted/schemas.ts';
import { type Catalogue, requireSubject } from '#server/features/catalogue/catalogue.ts';
import type { ItemRow } from '#server/features/items/queries.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import { statusOf } from './present.ts';
import type { StoredWantedFields, WantedRow } from './queries.ts';

type KnownCatalogue = Pick<Catalogue, 'findCategory' | 'findSubject'>;

/**
 * The fields of a post as they are stored, in the spelling of the catalogue.
 * @param existing the stored fields before an edit: the post may keep its category even if that is hidden by now
 * @throws AppError invalid for a category or a subject that the catalogue does not have
 */
export function storedFieldsOf(
	catalogue: KnownCatalogue,
	sent: WantedFields,
	existing?: StoredWantedFields,
): StoredWantedFields {
	const { title, note, maxPrice } = sent;
	return {
		title,
		note: note || null,
		category: sent.category ? requireCategory(catalogue, sent.category, existing) : null,
		maxPrice: maxPrice ?? null,
		subject: sent.subject ? requireSubject(catalogue, sent.subject).code : null,
	};
}

function requireCategory(
	{ findCategory }: KnownCatalogue,
	name: string,
	existing: StoredWantedFields | undefined,
): string {
	const category = findCategory(name);
	if (!category || !(category.isVisible || category.name === existing?.category)) {
		throw invalidField('category', WANTED_ERRORS.unknownCategory(name));
	}
	return category.name;
}

/**
 * A post that is not live, or whose asker is banned or deleted, can be read by its asker only.
 * @throws AppError not_found
 */
export function requireReadable(
	row: WantedRow | undefined,
	callerId: number | undefined,
): WantedRow {
	const isPublic = row && !row.isAskerHidden && statusOf(row) === 'live';
	if (!row || !(isPublic || row.userId === callerId)) {
		throw new AppError('not_found', WANTED_ERRORS.notFound);
	}
	return row;
}

/** @throws AppError not_found when the caller may not read the post; forbidden for another user's post */
export function requireOwnWanted(row: WantedRow | undefined, callerId: number): WantedRow {
	const readable = requireReadable(row, callerId);
	if (readable.userId !== callerId) throw new AppError('forbidden', WANTED_ERRORS.notOwner);
	return readable;
}

/** @throws AppError conflict when the post is not live */
export function requireLive(row: WantedRow): void {
	if (statusOf(row) !== 'live') throw new AppError('conflict', WANTED_ERRORS.over);
}

/**
 * @throws AppError not_found for an item of another seller that is not public; forbidden for another seller's public
 * item
 */
export function requireOwnItem(item: ItemRow | undefined, callerId: number): ItemRow {
	const isHidden = item && (item.bannedAt !== null || item.removedAt !== null || item.sellerHidden);
	if (!item || (isHidden && item.sellerId !== callerId)) {
		throw new AppError('not_found', ITEM_ERRORS.notFound);
	}
	if (item.sellerId !== callerId) throw new AppError('forbidden', WANTED_ERRORS.notYourItem);
	return item;
}
