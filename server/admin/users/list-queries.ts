import { eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { ADMIN_USER_ITEM_LIMITS, type ADMIN_USER_SORTS } from '#contract/admin/users.ts';
import { PAGING_LIMITS } from '#contract/core/paging.ts';
import type { ITEM_STATUSES } from '#contract/items/facts.ts';
import { inBatches } from '#server/admin/kit/csv.ts';
import { findPage, selectPageIds } from '#server/admin/kit/list-page.ts';
import { matchesUser, NAME_KEY } from '#server/admin/kit/user-search-queries.ts';
import type { Db } from '#server/db/client.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';

export type UserSort = (typeof ADMIN_USER_SORTS)[number];

export interface UserFilters {
	/** Text in a name or an email address, or the user's whole id or phone number. */
	search?: string | undefined;
	isVerified?: boolean | undefined;
	isBanned?: boolean | undefined;
}

interface UserRow {
	id: number;
	userName: string;
	email: string | null;
	emailConfirmedAt: Date | null;
	phone: string | null;
	verifiedAt: Date | null;
	bannedAt: Date | null;
	banReason: string | null;
	createdAt: Date;
	/** Without deleted items. */
	itemCount: number;
}

export interface AdminUserRow extends UserRow {
	/** The newest items of the user. */
	items: {
		id: number;
		title: string;
		status: (typeof ITEM_STATUSES)[number];
		/** ISO 8601, as PostgreSQL writes it. */
		createdAt: string;
	}[];
}

/** A row of the export. Each batch continues after the last row of the batch before. */
export interface ExportedUserRow extends UserRow {
	/** The sort key of names. */
	nameKey: string;
}

const ORDER_BY: Record<UserSort, SQL> = {
	newest: sql`${users.id} desc`,
	oldest: sql`${users.id}`,
	name: sql`${NAME_KEY}, ${users.id}`,
};
const AFTER: Record<UserSort, (last: ExportedUserRow) => SQL> = {
	newest: ({ id }) => lt(users.id, id),
	oldest: ({ id }) => gt(users.id, id),
	name: ({ id, nameKey }) => sql`(${NAME_KEY}, ${users.id}) > (${nameKey}::text, ${id}::integer)`,
};

const COLUMNS = {
	id: users.id,
	userName: users.userName,
	email: users.email,
	emailConfirmedAt: users.emailConfirmedAt,
	phone: users.phone,
	verifiedAt: users.verifiedAt,
	bannedAt: users.bannedAt,
	banReason: users.banReason,
	createdAt: users.createdAt,
	// Written with table names, which Drizzle leaves out in a select from one table: `id` alone would
	// be the item's.
	itemCount: sql<number>`(
		select count(*)::int from ${items} as theirs
		where theirs.seller_id = users.id and theirs.deleted_at is null)`,
};

const newestItems = (limit: number) => sql<AdminUserRow['items']>`(
	select coalesce(json_agg(json_build_object(
		'id', newest.id, 'title', newest.title, 'createdAt', newest.created_at,
		'status', case when newest.banned_at is not null then 'banned'
			when newest.sold_at is not null then 'sold' else 'available' end
	) order by newest.id desc), '[]')
	from (
		select theirs.id, theirs.title, theirs.created_at, theirs.banned_at, theirs.sold_at
		from ${items} as theirs
		where theirs.seller_id = users.id and theirs.deleted_at is null
		order by theirs.id desc limit ${limit}
	) as newest)`;

const LIST_COLUMNS = { ...COLUMNS, items: newestItems(ADMIN_USER_ITEM_LIMITS.inList) };

/** One page of all users except erased ones, and the total, counted as far as `findPage` counts. */
export function findUserPage(
	db: Db,
	filters: UserFilters,
	sort: UserSort,
	page: { page: number; limit: number },
): Promise<{ found: number; entries: AdminUserRow[] }> {
	const candidates = selectRange(filters, sort, { offset: 0, size: PAGING_LIMITS.countLimit + 1 });
	return findPage(page, {
		/** Counts up to one more than the limit, which costs no more than reading the last counted page. */
		async withCount(range) {
			const pageIds = selectPageIds(range, {
				id: users.id,
				candidates: sql`(${candidates}) as ${users}`,
				order: ORDER_BY[sort],
			});
			const entries = await db
				.select({ ...LIST_COLUMNS, found: sql<number>`page_ids.found` })
				.from(users)
				.innerJoin(sql`(${pageIds}) as page_ids`, sql`page_ids.id = ${users.id}`)
				.orderBy(sql`page_ids.row_number`);
			return { found: entries[0]?.found, entries };
		},
		withoutCount: (range) =>
			db
				.select(LIST_COLUMNS)
				.from(users)
				.where(
					sql`${users.id} in (select id from (${selectRange(filters, sort, range)}) as placed)`,
				)
				.orderBy(ORDER_BY[sort]),
	});
}

/** The rows of a range with their sort keys. */
function selectRange(
	filters: UserFilters,
	sort: UserSort,
	{ offset, size }: { offset: number; size: number },
): SQL {
	return sql`
		select ${users.id}, ${users.userName} from ${users} where ${conditionsFor(filters)}
		order by ${ORDER_BY[sort]} limit ${size} offset ${offset}`;
}

export async function findAdminUser(db: Db, id: number): Promise<AdminUserRow | undefined> {
	const [row] = await db
		.select({ ...COLUMNS, items: newestItems(ADMIN_USER_ITEM_LIMITS.inDetails) })
		.from(users)
		.where(sql`${eq(users.id, id)} and ${isNull(users.deletedAt)}`);
	return row;
}

/** All users that match the filters, in batches of `batchSize`, for an export. */
export function streamUsers(
	db: Db,
	filters: UserFilters,
	sort: UserSort,
	batchSize: number,
): AsyncIterable<ExportedUserRow[]> {
	return inBatches<ExportedUserRow>(batchSize, (last) =>
		db
			.select({ ...COLUMNS, nameKey: sql<string>`${NAME_KEY}` })
			.from(users)
			.where(sql`${conditionsFor(filters)} and ${last ? AFTER[sort](last) : sql`true`}`)
			.orderBy(ORDER_BY[sort])
			.limit(batchSize),
	);
}

/**
 * The conditions repeat the expressions of the indexes word for word, so that PostgreSQL can use
 * the indexes.
 */
function conditionsFor({ search, isVerified, isBanned }: UserFilters): SQL {
	const conditions = [sql`${users.deletedAt} is null`];
	if (search !== undefined) conditions.push(matchesUser(search));
	if (isVerified !== undefined) conditions.push(isSet(users.verifiedAt, isVerified));
	if (isBanned !== undefined) conditions.push(isSet(users.bannedAt, isBanned));
	return sql.join(conditions, sql` and `);
}

function isSet(column: typeof users.verifiedAt | typeof users.bannedAt, expected: boolean): SQL {
	return expected ? sql`${column} is not null` : sql`${column} is null`;
}
