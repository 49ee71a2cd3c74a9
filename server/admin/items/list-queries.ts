import { eq, sql } from 'drizzle-orm';
import { PAGING_LIMITS } from '#contract/core/paging.ts';
import type { StoredReservation } from '#contract/items/reservation.ts';
import { inBatches } from '#server/admin/kit/csv.ts';
import { findPage, selectPageIds } from '#server/admin/kit/list-page.ts';
import { parseIdInput } from '#server/admin/kit/search-input.ts';
import type { Db } from '#server/db/client.ts';
import { isKept, isRemoved, items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import {
	ITEM_FIELD_COLUMNS,
	type ItemPhoto,
	ORDERED_PHOTOS,
	REMOVED_AT,
	type StoredItemFields,
} from '#server/features/items/queries.ts';
import { SELLER_HIDDEN } from '#server/features/items/search/conditions.ts';
import {
	compileTextSearch,
	type ItemFilters,
	type ItemSort,
	NOT_DELETED,
	ORDER_BY,
	type SearchText,
	selectInOrder,
} from './search-queries.ts';

/** An item with its seller. */
export interface AdminItemRow extends StoredItemFields, StoredReservation {
	id: number;
	soldAt: Date | null;
	bannedAt: Date | null;
	banReason: string | null;
	/** As in `ItemRow`. */
	removedAt: Date | null;
	/** When an administrator deleted it; null if none did. */
	deletedAt: Date | null;
	createdAt: Date;
	sellerId: number;
	sellerName: string;
	sellerEmail: string | null;
	/** The account was erased. */
	sellerIsGone: boolean;
	/** Banned or erased. */
	sellerHidden: boolean;
}

export interface ItemWithPhotosRow extends AdminItemRow {
	photos: ItemPhoto[];
}

const COLUMNS = {
	id: items.id,
	...ITEM_FIELD_COLUMNS,
	reservedUntil: items.reservedUntil,
	waitingCount: items.waitingCount,
	soldAt: items.soldAt,
	bannedAt: items.bannedAt,
	banReason: items.banReason,
	removedAt: REMOVED_AT,
	deletedAt:
		sql<Date | null>`case when not ${isRemoved(items)} then ${items.deletedAt} end`.mapWith(
			items.deletedAt,
		),
	createdAt: items.createdAt,
	sellerId: items.sellerId,
	sellerName: users.userName,
	sellerEmail: users.email,
	sellerIsGone: sql<boolean>`${users.deletedAt} is not null`,
	sellerHidden: sql<boolean>`${SELLER_HIDDEN}`,
};
const LIST_COLUMNS = { ...COLUMNS, photos: ORDERED_PHOTOS };

/** One page of the items of a listing, and the total, counted as far as `findPage` counts. */
export async function findItemPage(
	db: Db,
	filters: ItemFilters,
	sort: ItemSort,
	page: { page: number; limit: number },
): Promise<{ found: number; entries: ItemWithPhotosRow[] }> {
	const listing = { filters, textSearch: await compileTextSearch(db, filters, sort), sort };
	const candidates = selectInOrder({ ...listing, maxItems: PAGING_LIMITS.countLimit + 1 });
	return findPage(page, {
		/** Counts up to one more than the limit, which costs no more than reading the last counted page. */
		async withCount(range) {
			const pageIds = selectPageIds(range, { id: items.id, candidates, order: ORDER_BY[sort] });
			const entries = await db
				.select({ ...LIST_COLUMNS, found: sql<number>`page_ids.found` })
				.from(items)
				.innerJoin(users, eq(users.id, items.sellerId))
				.innerJoin(sql`(${pageIds}) as page_ids`, sql`page_ids.id = ${items.id}`)
				.orderBy(sql`page_ids.row_number`);
			return { found: entries[0]?.found, entries };
		},
		withoutCount: ({ offset, size }) =>
			db
				.select(LIST_COLUMNS)
				.from(items)
				.innerJoin(users, eq(users.id, items.sellerId))
				.where(
					sql`${items.id} in (
						select ${items.id} from ${selectInOrder({ ...listing, maxItems: offset + size })}
						order by ${ORDER_BY[sort]} offset ${offset})`,
				)
				.orderBy(ORDER_BY[sort]),
	});
}

/** An item in any status; of the deleted ones only those that can be restored. */
export async function findAdminItem(db: Db, id: number): Promise<ItemWithPhotosRow | undefined> {
	const [row] = await db
		.select({ ...COLUMNS, photos: ORDERED_PHOTOS })
		.from(items)
		.innerJoin(users, eq(users.id, items.sellerId))
		.where(
			sql`${eq(items.id, id)} and (${items.deletedAt} is null or (${isKept(items)} and ${users.deletedAt} is null))`,
		);
	return row;
}

/** All items of a listing, for an export. */
export async function* streamItems(
	db: Db,
	filters: ItemFilters,
	sort: ItemSort,
	batchSize: number,
): AsyncIterable<AdminItemRow[]> {
	const textSearch = await compileTextSearch(db, filters, sort);
	yield* inBatches<AdminItemRow>(batchSize, (after) => {
		const listed = selectInOrder({ filters, textSearch, sort, maxItems: batchSize, after });
		return db
			.select(COLUMNS)
			.from(items)
			.innerJoin(users, eq(users.id, items.sellerId))
			.innerJoin(sql`(select ${items.id} from ${listed}) as listed`, sql`listed.id = ${items.id}`)
			.orderBy(ORDER_BY[sort]);
	});
}

type FoundItem = Pick<
	AdminItemRow,
	'id' | 'title' | 'price' | 'soldAt' | 'bannedAt' | 'removedAt'
> & {
	isOwnerBanned: boolean;
};

/** Items that match the text, newest first. The item whose id is the text comes before them. */
export async function findItems(db: Db, search: SearchText, limit: number): Promise<FoundItem[]> {
	const compiled = await compileTextSearch(db, { search }, 'newest');
	// The owners themselves are found beside the items.
	const textSearch = compiled && { ...compiled, sellerIds: [] };
	const isExactMatch = sql`${items.id} = ${parseIdInput(search.text) ?? 0}`;
	const newest = selectInOrder({ filters: {}, textSearch, sort: 'newest', maxItems: limit });
	return db
		.select({
			id: items.id,
			title: items.title,
			price: items.price,
			soldAt: items.soldAt,
			bannedAt: items.bannedAt,
			removedAt: REMOVED_AT,
			isOwnerBanned: sql<boolean>`${users.bannedAt} is not null`,
		})
		.from(items)
		.innerJoin(users, eq(users.id, items.sellerId))
		.where(
			sql`${items.id} in (
				(select ${items.id} from ${items} where ${isExactMatch} and ${NOT_DELETED})
				union all (select ${items.id} from ${newest}))`,
		)
		.orderBy(sql`${isExactMatch} desc, ${items.id} desc`)
		.limit(limit);
}
