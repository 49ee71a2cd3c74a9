import {
	ADMIN_ITEM_MESSAGES,
	ADMIN_ITEM_PHOTOS_MAX,
	type AdminItem,
	type AdminItemStatus,
} from '#contract/admin/items.ts';
import { pick } from '#contract/core/pick.ts';
import { ITEM_FIELD_LABELS } from '#contract/items/facts.ts';
import { ITEM_FIELD_NAMES, type ItemFieldName } from '#contract/items/schemas.ts';
import { type Column, yesOrNo } from '#server/admin/kit/csv.ts';
import { presentPhotos, presentReservation, statusOf } from '#server/features/items/present.ts';
import type { PhotoUrls } from '#server/storage/create-photo-urls.ts';
import type { AdminItemRow, ItemWithPhotosRow } from './list-queries.ts';

/** An item as administrators see it. Photos that are hidden from the public get signed URLs. */
export function presentAdminItem(row: ItemWithPhotosRow, photoUrls: PhotoUrls): AdminItem {
	const isHidden = row.bannedAt ?? row.removedAt ?? row.deletedAt ?? row.sellerHidden;
	const photos = presentPhotos(row.photos.slice(0, ADMIN_ITEM_PHOTOS_MAX), (hash) =>
		isHidden ? photoUrls.signed(hash) : photoUrls.of(hash),
	);
	return {
		id: row.id,
		...pick(row, ITEM_FIELD_NAMES),
		images: photos.map(({ url }) => url),
		photos,
		isAvailable: row.bannedAt === null,
		status: adminStatusOf(row),
		reservedUntil: presentReservation(row),
		adminNotes: row.banReason,
		createdAt: row.createdAt.toISOString(),
		User: row.sellerIsGone
			? null
			: {
					id: row.sellerId,
					userName: row.sellerName,
					email: row.sellerEmail,
					...(row.sellerHidden && { isBanned: true as const }),
				},
	};
}

function adminStatusOf(row: AdminItemRow): AdminItemStatus {
	return row.deletedAt ? 'deleted' : statusOf(row);
}

/** The columns of the CSV export. */
export const ITEM_COLUMNS: readonly Column<AdminItemRow>[] = [
	{ title: 'Number', value: ({ id }) => id },
	...ITEM_FIELD_NAMES.map((name) => ({
		title: ITEM_FIELD_LABELS[name],
		value: (row: AdminItemRow) => cellOf(row[name]),
	})),
	{
		title: 'Status',
		value: (row) => {
			const status = adminStatusOf(row);
			const isHidden = row.sellerHidden && !row.sellerIsGone;
			return isHidden && (status === 'available' || status === 'sold')
				? ADMIN_ITEM_MESSAGES.ownerBanned
				: status;
		},
	},
	{ title: 'Admin notes', value: ({ banReason }) => banReason },
	{ title: 'Created', value: ({ createdAt }) => createdAt },
	{ title: 'Owner number', value: ({ sellerId }) => sellerId },
	{ title: 'Owner', value: ({ sellerIsGone, sellerName }) => (sellerIsGone ? null : sellerName) },
	{ title: 'Owner email', value: ({ sellerEmail }) => sellerEmail },
];

/**
 * A value as a CSV cell. Lists and details become text, as in 'author: Oppenheim, edition: 2nd'.
 */
function cellOf(value: AdminItemRow[ItemFieldName]): string | number | null {
	if (typeof value === 'boolean') return yesOrNo(value);
	if (value === null || typeof value !== 'object') return value;
	const isList = Array.isArray(value);
	const parts = Object.entries(value).map(([key, one]) => (isList ? one : `${key}: ${one}`));
	return parts.join(', ');
}
