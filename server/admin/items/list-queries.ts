import { eq, isNull, sql } from 'drizzle-orm';
import { PAGING_LIMITS } from '#contract/core/paging.ts';
import { findPage, turnTo } from '#server/admin/kit/list-page.ts';
import { numberMeant } from '#server/admin/kit/search-input.ts';
import type { Db } from '#server/db/client.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { type ItemPhoto, ORDERED_PHOTOS } from '#server/features/items/queries.ts';
import { SELLER_HIDDEN } from '#server/features/items/search/conditions.ts';
import {
	type ItemFilters,
	type ItemSort,
	inOrder,
	NOT_DELETED,
	ORDERS,
	type Place,
	wordsOf,
} from './search-queries.ts';

export interface AdminItemRow {
	id: number;
	title: string;
	description: string;
	/** Rupees. */
	price: number;
	category: string;
	soldAt: Date | null;
	bannedAt: Date | null;
	banReason: string | null;
	createdAt: Date;
	sellerId: number;
	sellerName: string;
	sellerEmail: string | null;
	/** The account was erased. */
	sellerIsGone: boolean;
	/** Banned or gone. */
	sellerHidden: boolean;
}

export interface PicturedItemRow extends AdminItemRow {
	photos: ItemPhoto[];
}

const COLUMNS = {
	id: items.id,
	title: items.title,
	description: items.description,
	price: items.price,
	category: items.category,
	soldAt: items.soldAt,
	bannedAt: items.bannedAt,
	banReason: items.banReason,
	createdAt: items.createdAt,
	sellerId: items.sellerId,
	sellerName: users.userName,
	sellerEmail: users.email,
	sellerIsGone: sql<boolean>`${users.deletedAt} is not null`,
	sellerHidden: sql<boolean>`${SELLER_HIDDEN}`,
};
const LISTED = { ...COLUMNS, photos: ORDERED_PHOTOS };

/** One page of items of every status but deleted ones, and how many there are, as far as a page tells that. */
export async function findItemPage(
	db: Db,
	filters: ItemFilters,
	sort: ItemSort,
	page: { page: number; limit: number },
): Promise<{ found: number; entries: PicturedItemRow[] }> {
	const asked = { filters, words: await wordsOf(db, filters, sort), sort };
	const first = inOrder({ ...asked, most: PAGING_LIMITS.countLimit + 1 });
	return findPage(page, {
		/** Found to one more than is counted, which costs no more than the last of these pages does. */
		async counted(place) {
			const turned = turnTo(place, { id: items.id, first, order: ORDERS[sort] });
			const entries = await db
				.select({ ...LISTED, found: sql<number>`turned.found` })
				.from(items)
				.innerJoin(users, eq(users.id, items.sellerId))
				.innerJoin(sql`(${turned}) as turned`, sql`turned.id = ${items.id}`)
				.orderBy(sql`turned.place`);
			return { found: entries[0]?.found, entries };
		},
		listed: ({ offset, size }) =>
			db
				.select(LISTED)
				.from(items)
				.innerJoin(users, eq(users.id, items.sellerId))
				.where(
					sql`${items.id} in (
						select ${items.id} from ${inOrder({ ...asked, most: offset + size })}
						order by ${ORDERS[sort]} offset ${offset})`,
				)
				.orderBy(ORDERS[sort]),
	});
}

/** Any item but a deleted one. */
export async function findAdminItem(db: Db, id: number): Promise<PicturedItemRow | undefined> {
	const [row] = await db
		.select({ ...COLUMNS, photos: ORDERED_PHOTOS })
		.from(items)
		.innerJoin(users, eq(users.id, items.sellerId))
		.where(sql`${eq(items.id, id)} and ${isNull(items.deletedAt)}`);
	return row;
}

/** All items of a listing for a file, in pieces: each continues behind the one before. */
export async function* eachItem(
	db: Db,
	filters: ItemFilters,
	sort: ItemSort,
	most: number,
): AsyncIterable<AdminItemRow[]> {
	const words = await wordsOf(db, filters, sort);
	let after: Place | undefined;
	do {
		const listed = inOrder({ filters, words, sort, most, after });
		const rows: AdminItemRow[] = await db
			.select(COLUMNS)
			.from(items)
			.innerJoin(users, eq(users.id, items.sellerId))
			.innerJoin(sql`(select ${items.id} from ${listed}) as listed`, sql`listed.id = ${items.id}`)
			.orderBy(ORDERS[sort]);
		yield rows;
		after = rows.length === most ? rows.at(-1) : undefined;
	} while (after);
}

/** Items with these words, the one of this number first, then the newest. */
export async function findItems(
	db: Db,
	search: string,
	limit: number,
): Promise<Pick<AdminItemRow, 'id' | 'title' | 'price' | 'soldAt' | 'bannedAt'>[]> {
	const words = await wordsOf(db, { search }, 'newest');
	const isMeant = sql`${items.id} = ${numberMeant(search) ?? 0}`;
	const newest = inOrder({ filters: {}, words, sort: 'newest', most: limit });
	return db
		.select({
			id: items.id,
			title: items.title,
			price: items.price,
			soldAt: items.soldAt,
			bannedAt: items.bannedAt,
		})
		.from(items)
		.where(
			sql`${items.id} in (
				(select ${items.id} from ${items} where ${isMeant} and ${NOT_DELETED})
				union all (select ${items.id} from ${newest}))`,
		)
		.orderBy(sql`${isMeant} desc, ${items.id} desc`)
		.limit(limit);
}
