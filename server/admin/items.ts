import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { BULK_MESSAGES } from '#contract/admin/bulk.ts';
import { ADMIN_DEAL_LIMITS, type AdminDeal } from '#contract/admin/deals.ts';
import {
	ADMIN_ITEM_MESSAGES,
	ADMIN_ITEM_PHOTOS_MAX,
	type ADMIN_ITEM_STATUS_FILTERS,
	type AdminItem,
	type AdminItemStatus,
	banItem,
	bulkChangeItems,
	correctItem,
	deleteAdminItem,
	exportItems,
	getAdminItem,
	listAdminItems,
	relistItem,
	restoreItem,
	unbanItem,
} from '#contract/admin/items.ts';
import { pick } from '#contract/core/pick.ts';
import type { DealEventType } from '#contract/deals/facts.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ITEM_FIELD_LABELS } from '#contract/items/facts.ts';
import { ITEM_FIELD_NAMES, type ItemFieldName } from '#contract/items/schemas.ts';
import { logUnchanged } from '#server/admin/audit/rejected-actions.ts';
import { type Column, yesOrNo } from '#server/admin/kit/csv.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { listItemHistory } from '#server/admin/kit/history-queries.ts';
import { adminList, ifSet, type ListSection } from '#server/admin/kit/list.ts';
import { findUsers, parseIdInput } from '#server/admin/kit/search-queries.ts';
import { actorOf } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from '#server/db/drizzle.ts';
import { dealSteps, deals } from '#server/db/schema/deals.ts';
import { isBanned, isKept, isOffSale, isRemoved, isSold, items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import {
	correctItemFields,
	liftBan,
	moderateItem,
	moderateItems,
} from '#server/features/items/moderation.ts';
import { presentPhotos, presentReservation, statusOf } from '#server/features/items/present.ts';
import { ITEM_FIELD_COLUMNS, ORDERED_PHOTOS, REMOVED_AT } from '#server/features/items/queries.ts';
import { ON_SALE, SELLER_HIDDEN } from '#server/features/items/search/conditions.ts';
import { synonymsIn } from '#server/features/items/search/synonyms.ts';
import { allWords, compileQuery } from '#server/features/items/search/tsqueries.ts';
import { route } from '#server/http/route.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { PhotoUrls } from '#server/storage/create-photo-urls.ts';

type ItemFilters = Pick<
	z.output<(typeof listAdminItems)['query']>,
	'search' | 'isAvailable' | 'status' | 'category'
>;
type ItemRow = Awaited<ReturnType<typeof readItems>>[number];

const OFF_SALE = isOffSale(items);
const OF_ACCOUNT = sql`${items.sellerId} in (select id from ${users} where ${users.deletedAt} is null)`;
/** Banned users are few, and have an index of their own. */
const OWNER_BANNED = sql`${items.sellerId} in (
	select ${users.id} from ${users} where ${users.bannedAt} is not null and ${users.deletedAt} is null)`;

/** Without a status, all items are listed that are not removed or deleted. */
const STATUS_CONDITIONS: Record<(typeof ADMIN_ITEM_STATUS_FILTERS)[number], SQL> = {
	available: sql`${ON_SALE} and not ${OWNER_BANNED}`,
	sold: sql`${isSold(items)} and not ${OWNER_BANNED}`,
	banned: isBanned(items),
	'owner-banned': sql`${items.bannedAt} is null and ${items.deletedAt} is null and ${OWNER_BANNED}`,
	removed: sql`${isRemoved(items)} and ${OF_ACCOUNT}`,
	deleted: sql`${isKept(items)} and not ${isRemoved(items)} and ${OF_ACCOUNT}`,
};

/** An item in any status; of the deleted ones only those that can be restored. */
const CAN_BE_OPENED = sql`(${items.deletedAt} is null or (${isKept(items)} and ${users.deletedAt} is null))`;

/** A shorter text names too many people, and has no index. */
const MIN_OWNER_TEXT = 3;
/** The newest people whom a text names; it is too common to mean one of them, if there are more. */
const MAX_OWNERS = 50;

/** How items are listed, shown and exported. */
export function itemSection({ catalogue, photoUrls }: Pick<AdminDeps, 'catalogue' | 'photoUrls'>) {
	return {
		table: items,
		where: async ({ search, status, isAvailable, category }, db) =>
			and(
				status === undefined ? isNull(items.deletedAt) : STATUS_CONDITIONS[status],
				ifSet(category, (name) => eq(items.category, name)),
				status === 'owner-banned'
					? undefined
					: ifSet(isAvailable, (expected) => (expected ? isNull : isNotNull)(items.bannedAt)),
				await ifSet(search, (text) => matchesSearch(db, text, catalogue, status)),
			),
		orders: {
			newest: sql`${items.id} desc`,
			oldest: sql`${items.id}`,
			dearest: sql`${items.price} desc, ${items.id} desc`,
			cheapest: sql`${items.price}, ${items.id}`,
		},
		read: readItems,
		find: async (db, id) => (await readItems(db, [id], CAN_BE_OPENED))[0],
		notFound: ITEM_ERRORS.notFound,
		present: (row) => presentAdminItem(row, photoUrls),
		columns: ITEM_COLUMNS,
		audit: { viewed: 'VIEW_ITEMS', exported: 'ITEMS_EXPORTED', all: 'items', one: 'item' },
	} satisfies ListSection<ItemFilters, ItemRow, AdminItem>;
}

/** The items with the text, those of owners whom it names, and the one whose id it is. */
async function matchesSearch(
	db: Db,
	search: string,
	catalogue: AdminDeps['catalogue'],
	status: ItemFilters['status'],
): Promise<SQL | undefined> {
	const owners = search.length < MIN_OWNER_TEXT ? [] : await findUsers(db, search, MAX_OWNERS);
	return or(
		await matchesText(db, search, catalogue, status),
		inArray(
			items.sellerId,
			owners.map(({ id }) => id),
		),
		eq(items.id, parseIdInput(search) ?? 0),
	);
}

/**
 * SQL condition: the text is in the title, the description, the details or the subjects, as in the market's search. Two
 * indexes have the texts, one of the items on sale and one of those that are sold or banned.
 */
export async function matchesText(
	db: Db,
	text: string,
	catalogue: AdminDeps['catalogue'],
	status?: ItemFilters['status'],
): Promise<SQL> {
	const query = await compileQuery(db, allWords(text, synonymsIn(catalogue)));
	const matches = sql`${items.search} @@ ${query}::tsquery`;
	if (status === 'removed' || status === 'deleted') return matches;
	return sql`((${ON_SALE} and ${matches}) or (${OFF_SALE} and ${matches}))`;
}

/** Routes to view and moderate items. */
export function adminItemRoutes(app: FastifyInstance, deps: AdminDeps): void {
	const section = itemSection(deps);
	const handlers = adminList(deps, section);

	route(app, listAdminItems, async (call) => {
		const { rows, pagination } = await handlers.list(call);
		return { items: rows, pagination };
	});

	route(app, exportItems, handlers.export);

	route(app, getAdminItem, async (call) => {
		const item = section.present(await handlers.one(call));
		const deals = await listItemDeals(deps.db, item.id);
		return { item, deals, history: await listItemHistory(deps.db, item.id) };
	});

	moderationRoutes(app, deps, section);
}

function moderationRoutes(
	app: FastifyInstance,
	deps: AdminDeps,
	section: ReturnType<typeof itemSection>,
): void {
	route(app, banItem, async ({ params, body, request }) => {
		await moderateItem(deps, actorOf(request), params.id, 'ban', body.reason);
		return { message: ADMIN_ITEM_MESSAGES.banned };
	});

	route(app, unbanItem, async ({ params, request }) => {
		const wasBanned = await liftBan(deps, actorOf(request), params.id);
		const item = await section.find(deps.db, params.id);
		if (!item) throw new AppError('not_found', ITEM_ERRORS.notFound);
		const message = ADMIN_ITEM_MESSAGES[wasBanned ? 'unbanned' : 'soldNotBanned'];
		return { message, item: section.present(item) };
	});

	route(app, relistItem, async ({ params, request }) => {
		await moderateItem(deps, actorOf(request), params.id, 'relist');
		return { message: ADMIN_ITEM_MESSAGES.relisted };
	});

	route(app, deleteAdminItem, async ({ params, body, request }) => {
		await moderateItem(deps, actorOf(request), params.id, 'delete', body.reason);
		return { message: ADMIN_ITEM_MESSAGES.deleted };
	});

	route(app, restoreItem, async ({ params, request }) => {
		await moderateItem(deps, actorOf(request), params.id, 'restore');
		return { message: ADMIN_ITEM_MESSAGES.restored };
	});

	route(app, correctItem, async ({ params, body, request }) => {
		await correctItemFields(deps, actorOf(request), params.id, body);
		return { message: ADMIN_ITEM_MESSAGES.corrected };
	});

	route(app, bulkChangeItems, async ({ body: { itemIds, action, reason }, request }) => {
		const bulkDeps = { ...deps, db: deps.backgroundDb };
		const changed = await moderateItems(bulkDeps, actorOf(request), itemIds, action, reason);
		const unchanged = itemIds.filter((id) => !changed.includes(id));
		await logUnchanged(deps.backgroundDb, request, unchanged);
		return { message: BULK_MESSAGES.changed(changed.length), changed, unchanged };
	});
}

/** Items with their sellers and photos. */
function readItems(db: Db, ids: readonly number[], condition?: SQL) {
	return db
		.select({
			id: items.id,
			...ITEM_FIELD_COLUMNS,
			reservedUntil: items.reservedUntil,
			waitingCount: items.waitingCount,
			soldAt: items.soldAt,
			bannedAt: items.bannedAt,
			banReason: items.banReason,
			/** When its owner removed it; null if an administrator deleted it, or nobody. */
			removedAt: REMOVED_AT,
			/** When an administrator deleted it; null if none did. */
			deletedAt:
				sql<Date | null>`case when not ${isRemoved(items)} then ${items.deletedAt} end`.mapWith(
					items.deletedAt,
				),
			createdAt: items.createdAt,
			sellerId: items.sellerId,
			sellerName: users.userName,
			sellerEmail: users.email,
			/** The account was erased. */
			sellerIsGone: sql<boolean>`${users.deletedAt} is not null`,
			sellerIsBanned: sql<boolean>`${users.bannedAt} is not null`,
			/** Banned or erased. */
			sellerHidden: sql<boolean>`${SELLER_HIDDEN}`,
			photos: ORDERED_PHOTOS,
		})
		.from(items)
		.innerJoin(users, eq(users.id, items.sellerId))
		.where(and(inArray(items.id, [...ids]), condition));
}

interface DealRow extends Record<string, unknown> {
	buyerId: number;
	buyerName: string;
	startedAt: string;
	changedAt: string;
	steps: { id: number; type: DealEventType; at: string }[];
}

/** The deals of an item with the times of their steps, the newest change first. */
async function listItemDeals(db: Db, itemId: number): Promise<AdminDeal[]> {
	const { rows } = await db.execute<DealRow>(sql`
		select buyer.id as "buyerId", buyer.user_name as "buyerName",
			deal.started_at as "startedAt", deal.changed_at as "changedAt",
			(
				select coalesce(json_agg(json_build_object('id', id, 'type', event ->> 'type', 'at', created_at) order by id), '[]')
				from (
					select id, event, created_at from ${dealSteps}
					where item_id = deal.item_id and buyer_id = deal.buyer_id
					order by id desc limit ${ADMIN_DEAL_LIMITS.steps}
				) newest
			) as steps
		from ${deals} deal join ${users} buyer on buyer.id = deal.buyer_id
		where deal.item_id = ${itemId}
		order by deal.changed_at desc, deal.buyer_id limit ${ADMIN_DEAL_LIMITS.deals}`);
	return rows.map(({ buyerId, buyerName, startedAt, changedAt, steps }) => ({
		buyer: { id: buyerId, userName: buyerName },
		startedAt: toIsoString(startedAt),
		changedAt: toIsoString(changedAt),
		steps: steps.map(({ at, ...step }) => ({ ...step, at: toIsoString(at) })),
	}));
}

function toIsoString(timestamp: string): string {
	return new Date(timestamp).toISOString();
}

/** An item as administrators see it. Photos that are hidden from the public get signed URLs. */
function presentAdminItem(row: ItemRow, photoUrls: PhotoUrls): AdminItem {
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

function adminStatusOf(row: ItemRow): AdminItemStatus {
	return row.deletedAt ? 'deleted' : statusOf(row);
}

/** The columns of the CSV export. */
const ITEM_COLUMNS: readonly Column<ItemRow>[] = [
	{ title: 'Number', value: ({ id }) => id },
	...ITEM_FIELD_NAMES.map((name) => ({
		title: ITEM_FIELD_LABELS[name],
		value: (row: ItemRow) => cellOf(row[name]),
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
function cellOf(value: ItemRow[ItemFieldName]): string | number | null {
	if (typeof value === 'boolean') return yesOrNo(value);
	if (value === null || typeof value !== 'object') return value;
	const isList = Array.isArray(value);
	const parts = Object.entries(value).map(([key, one]) => (isList ? one : `${key}: ${one}`));
	return parts.join(', ');
}
