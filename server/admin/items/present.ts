import { ADMIN_ITEM_PICTURES, type AdminItem } from '#contract/admin/items.ts';
import type { Column } from '#server/admin/kit/csv.ts';
import { presentPhotos, statusOf } from '#server/features/items/present.ts';
import type { PhotoUrls } from '#server/storage/published-photos.ts';
import type { AdminItemRow, PicturedItemRow } from './list-queries.ts';

/** What the public does not see is shown through signed addresses. */
export function presentAdminItem(row: PicturedItemRow, photoUrls: PhotoUrls): AdminItem {
	const isHidden = row.bannedAt !== null || row.sellerHidden;
	const photos = presentPhotos(row.photos.slice(0, ADMIN_ITEM_PICTURES), (hash) =>
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
	{ title: 'Number', of: ({ id }) => id },
	{ title: 'Title', of: ({ title }) => title },
	{ title: 'Description', of: ({ description }) => description },
	{ title: 'Price (₹)', of: ({ price }) => price },
	{ title: 'Category', of: ({ category }) => category },
	{ title: 'Status', of: (row) => statusOf(row) },
	{ title: 'Admin notes', of: ({ banReason }) => banReason },
	{ title: 'Created', of: ({ createdAt }) => createdAt.toISOString() },
	{ title: 'Owner number', of: ({ sellerId }) => sellerId },
	{ title: 'Owner', of: ({ sellerIsGone, sellerName }) => (sellerIsGone ? null : sellerName) },
	{ title: 'Owner email', of: ({ sellerEmail }) => sellerEmail },
];
