import { type Details, keepValidDetails, parseDetails } from '#contract/catalogue/details.ts';
import type { Category } from '#contract/catalogue/schemas.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import { detailPath, errorOfDetail } from '#contract/items/details.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { reservationEnd, type StoredReservation } from '#contract/items/reservation.ts';
import type { ItemFields } from '#contract/items/schemas.ts';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { type Catalogue, requireSubject } from '#server/features/catalogue/catalogue.ts';
import { AppError, type InputIssue, invalidField } from '#server/lib/app-error.ts';
import type { ItemRow, StoredItemFields } from './queries.ts';

type ItemState = Pick<ItemRow, 'sellerId' | 'sellerHidden' | 'soldAt' | 'bannedAt' | 'removedAt'>;

/** Banned and removed items, and items of banned or deleted sellers, are visible to their owner only. */
export function isHidden({ bannedAt, removedAt, sellerHidden }: ItemState): boolean {
	return bannedAt !== null || removedAt !== null || sellerHidden;
}

function canSee(item: ItemState, callerId: number | undefined): boolean {
	return item.sellerId === callerId || !isHidden(item);
}

/** @throws AppError not_found when the item does not exist or the caller may not see it */
export function requireVisible<Row extends ItemState>(
	item: Row | undefined,
	callerId: number | undefined,
): Row {
	if (!item || !canSee(item, callerId)) throw new AppError('not_found', ITEM_ERRORS.notFound);
	return item;
}

/** @throws AppError not_found when the caller may not see the item, forbidden when they are not its owner */
export function requireOwned<Row extends ItemState>(item: Row | undefined, callerId: number): Row {
	const visible = requireVisible(item, callerId);
	if (visible.sellerId !== callerId) throw new AppError('forbidden', ITEM_ERRORS.notOwner);
	return visible;
}

/** @throws AppError conflict when the item is banned */
export function requireNotBanned<Row extends ItemState>(item: Row): Row {
	if (item.bannedAt) throw new AppError('conflict', ITEM_ERRORS.banned);
	return item;
}

/** @throws AppError conflict when the item is sold, banned or removed */
export function requireOnSale(item: ItemState): void {
	if (item.bannedAt || item.removedAt) throw new AppError('conflict', ITEM_ERRORS.notEditable);
	if (item.soldAt) throw new AppError('conflict', ITEM_ERRORS.alreadySold);
}

type PriceAndCategory = Pick<ItemRow, 'price' | 'category'>;

/** @throws AppError conflict when the item is reserved and price or category change */
export function requireFixedWhileReserved(
	former: PriceAndCategory & StoredReservation,
	edited: PriceAndCategory,
	now: Date,
): void {
	const isSame = edited.price === former.price && edited.category === former.category;
	if (!isSame && reservationEnd(former, now)) throw new AppError('conflict', ITEM_ERRORS.reserved);
}

/** @throws AppError invalid for the field `path`, when there is an error */
export function rejectInvalid(path: string, error: DeclaredError | undefined): void {
	if (error) throw invalidField(path, error);
}

/**
 * The hashes of the photos to keep.
 * @throws AppError invalid when a photo is not one of the item's
 */
export function requireOwnPhotos(
	keptHashes: readonly (string | undefined)[],
	own: readonly string[],
): string[] {
	return requireAmong(keptHashes, own, 'keepExistingImages', PHOTO_ERRORS.notYours);
}

/**
 * The hashes of the pending photos.
 * @throws AppError invalid when a photo is not one of the caller's
 */
export function requireOwnPendingPhotos(
	pendingHashes: readonly (string | undefined)[],
	own: readonly string[],
): string[] {
	return requireAmong(pendingHashes, own, 'uploaded', PHOTO_ERRORS.uploadNotYours);
}

function requireAmong(
	hashes: readonly (string | undefined)[],
	own: readonly string[],
	path: string,
	error: DeclaredError,
): string[] {
	return hashes.map((hash) => {
		if (hash === undefined || !own.includes(hash)) throw invalidField(path, error);
		return hash;
	});
}

/**
 * The hashes of an item's future photos by group: the kept photos of an edited item, the pending photos (`up`), and the
 * files of the request (`new`). The keys are the group names in `order`; their sequence is the default order.
 */
interface PhotoGroups {
	keep?: readonly string[];
	up?: readonly string[];
	new?: readonly string[];
}

/**
 * All photos in the requested order, with entries such as `keep:0`, `up:0` and `new:0`. Without an order, group by
 * group.
 * @throws AppError invalid when the order does not name each photo exactly once
 */
export function orderPhotos(groups: PhotoGroups, order: readonly string[] | undefined): string[] {
	const byName = new Map<string, string>(
		Object.entries(groups).flatMap(([group, hashes]: [string, readonly string[]]) =>
			hashes.map((hash, index) => [`${group}:${index}`, hash] as const),
		),
	);
	const names = order ?? [...byName.keys()];
	const chosen = names.map((name) => byName.get(name));
	const isComplete = names.length === byName.size && new Set(names).size === names.length;
	if (!isComplete || chosen.includes(undefined)) rejectInvalid('order', PHOTO_ERRORS.badKeepList);
	return chosen.filter((hash) => hash !== undefined);
}

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
