import { pick } from '#contract/core/pick.ts';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import { reservationEnd, type StoredReservation } from '#contract/items/reservation.ts';
import {
	ITEM_FIELD_NAMES,
	type Item,
	type ItemDetails,
	type Suggestion,
} from '#contract/items/schemas.ts';
import type { ItemChanged } from '#contract/items/watching.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import { presentPhoto } from '#server/features/photos/present.ts';
import { versionOf } from '#server/lib/versions.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import type { ItemPhoto, ItemRow, ItemRowWithSaves, WatchedRow } from './queries.ts';
import { isHidden } from './rules.ts';
import type { SuggestedTitle } from './search/suggestion-queries.ts';

/**
 * An item as the public sees it in a list. One that its owner removed is shown to the buyers of its deals, without
 * photos: they are closed to the public.
 */
export function presentItem(row: ItemRow, photoUrls: PhotoUrls): Item {
	return present(row.removedAt ? { ...row, photos: [] } : row, (hash) => photoUrls.of(hash));
}

/**
 * An item as the caller may see it. For the owner it includes the number of saves, the version for the edit form, the
 * price of a sale and, if the item is hidden, the ban reason, until when it can be put back, and signed photo URLs.
 */
export function presentItemDetails(
	row: ItemRowWithSaves,
	photoUrls: PhotoUrls,
	callerId: number | undefined,
): ItemDetails {
	if (row.sellerId !== callerId) return presentItem(row, photoUrls);
	const { savedCount, soldAt, soldPrice, banReason, removedAt } = row;
	const ofOwner = {
		savedCount,
		version: versionOf(editedFields(row)),
		...(soldAt && soldPrice !== null && { soldPrice }),
	};
	if (!isHidden(row)) return { ...presentItem(row, photoUrls), ...ofOwner };
	return {
		...present(row, (hash) => photoUrls.signed(hash)),
		...ofOwner,
		banReason,
		...(removedAt && { keptUntil: keptUntil(removedAt).toISOString() }),
	};
}

/** What the edit form of an item shows. */
export function editedFields(row: ItemRow) {
	return { ...pick(row, ITEM_FIELD_NAMES), photos: row.photos.map(({ hash }) => hash) };
}

/** An item on its own page: as `presentItemDetails`, with the names of its subjects. */
export function presentItemPage(
	row: ItemRowWithSaves,
	{ photoUrls, catalogue }: { photoUrls: PhotoUrls; catalogue: Pick<Catalogue, 'findSubject'> },
	callerId: number | undefined,
): ItemDetails {
	const details = presentItemDetails(row, photoUrls, callerId);
	const subjects = row.subjects.flatMap((code) => catalogue.findSubject(code) ?? []);
	if (subjects.length === 0) return details;
	return {
		...details,
		subjectNames: Object.fromEntries(subjects.map(({ code, name }) => [code, name])),
	};
}

/** A suggested title as the search box shows it while the user types. */
export function presentSuggestion(
	{ title, category, row }: SuggestedTitle,
	photoUrls: PhotoUrls,
): Suggestion {
	if (!row) return { title, category };
	const [photo] = presentPhotos(row.photos.slice(0, 1), (hash) => photoUrls.of(hash));
	return { title, category, item: { id: row.id, price: row.price, photo } };
}

/** An item's photos in their order. */
export function presentPhotos(
	photos: readonly ItemPhoto[],
	urlOf: (hash: string) => string,
): Photo[] {
	return photos.map((photo) => presentPhoto(photo, urlOf));
}

function present(row: ItemRow, urlOf: (hash: string) => string): Item {
	const photos = presentPhotos(row.photos, urlOf);
	return {
		id: row.id,
		...pick(row, ITEM_FIELD_NAMES),
		isFree: row.price === 0,
		imageUrl: photos.map(({ url }) => url),
		photos,
		isAvailable: statusOf(row) === 'available',
		status: statusOf(row),
		reservedUntil: presentReservation(row),
		userId: row.sellerId,
		sellerId: row.sellerId,
		createdAt: row.createdAt.toISOString(),
		User: { userName: row.sellerName },
	};
}

/**
 * An item as live updates show it. An item that is not public is `removed` if only its owner hides it. Every other is
 * `banned`: banned or deleted itself, or with a banned or deleted seller.
 */
export function presentWatched(row: WatchedRow): ItemChanged {
	const { id, price, isHidden: hidden } = row;
	const status = hidden ? 'banned' : statusOf({ ...row, bannedAt: null });
	const reservedUntil = hidden ? null : presentReservation(row);
	return { itemId: id, price, reservedUntil, status };
}

/** When the item's current reservation ends; null if it is not reserved, or is sold or banned. */
export function presentReservation(
	item: StoredReservation & {
		soldAt: Date | null;
		bannedAt?: Date | null;
		removedAt?: Date | null;
	},
): Item['reservedUntil'] {
	if (item.soldAt || item.bannedAt || item.removedAt) return null;
	return reservationEnd(item, new Date())?.toISOString() ?? null;
}

/** When an item that its owner removed can no longer be put back. */
const keptUntil = (removedAt: Date) =>
	new Date(removedAt.getTime() + ITEM_LIMITS.keptDays * 24 * 3_600_000);

/** A banned item is `banned` even when it was sold or removed before. */
export function statusOf({
	bannedAt,
	removedAt,
	soldAt,
}: Pick<ItemRow, 'bannedAt' | 'removedAt' | 'soldAt'>): Item['status'] {
	if (bannedAt) return 'banned';
	if (removedAt) return 'removed';
	return soldAt ? 'sold' : 'available';
}
