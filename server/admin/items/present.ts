import { ADMIN_ITEM_PHOTOS_MAX, type AdminItem } from '#contract/admin/items.ts';
import type { Column } from '#server/admin/kit/csv.ts';
import { presentPhotos, statusOf } from '#server/features/items/present.ts';
import type { PhotoUrls } from '#server/storage/create-photo-urls.ts';
import type { AdminItemRow, ItemWithPhotosRow } from './list-queries.ts';

/** Photos that are hidden from the public get signed URLs. */
export function presentAdminItem(row: ItemWithPhotosRow, photoUrls: PhotoUrls): AdminItem {
	const isHidden = row.bannedAt !== null || row.sellerHidden;
	const photos = presentPhotos(row.photos.slice(0, ADMIN_ITEM_PHOTOS_MAX), (hash) =>
		isHidden ? photoUrls.signed(hash) : photoUrls.of(hash),
	);
	return {
		id: row.id,
		title: row.title,
		description: row.description,
		price: row.price,
		category: row.category,
		images: photos.map(({ url }) => url),
		photos,
		isAvailable: row.bannedAt === null,
		status: statusOf(row),
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

export const ITEM_COLUMNS: readonly Column<AdminItemRow>[] = [
	{ title: 'Number', value: ({ id }) => id },
	{ title: 'Title', value: ({ title }) => title },
	{ title: 'Description', value: ({ description }) => description },
	{ title: 'Price (₹)', value: ({ price }) => price },
	{ title: 'Category', value: ({ category }) => category },
	{ title: 'Status', value: (row) => statusOf(row) },
	{ title: 'Admin notes', value: ({ banReason }) => banReason },
	{ title: 'Created', value: ({ createdAt }) => createdAt.toISOString() },
	{ title: 'Owner number', value: ({ sellerId }) => sellerId },
	{ title: 'Owner', value: ({ sellerIsGone, sellerName }) => (sellerIsGone ? null : sellerName) },
	{ title: 'Owner email', value: ({ sellerEmail }) => sellerEmail },
];
