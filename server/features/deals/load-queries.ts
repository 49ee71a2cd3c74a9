import { type Db, prepareStatement } from '#server/db/client.ts';
import { type Moment, NEW_DEAL, STATE_COLUMNS, type StoredDeal } from '#server/db/deal-state.ts';
import { type SQL, sql } from '#server/db/drizzle.ts';
import { isPublic, toIsoTime, visibilityColumnsOf } from '#server/db/expressions.ts';
import { blocks, participants } from '#server/db/schema/chats.ts';
import { dealReviews, dealSales } from '#server/db/schema/deal-sales.ts';
import { dealDeadlines, deals, isInQueue, isWithheldPlace } from '#server/db/schema/deals.ts';
import { isRemoved, items } from '#server/db/schema/items.ts';
import { settings } from '#server/db/schema/settings.ts';
import { users } from '#server/db/schema/users.ts';
import type { DealItem, DealState, ItemDeals } from './state.ts';

/** How many places of a queue a change reads. Each change but the end of the whole queue ends a few at most. */
const PLACES_READ = 20;

/**
 * The clock of deals: the database's clock, which stands still during maintenance. A transaction reads the clock once, and
 * uses that time for all decisions and all rows.
 */
const CLOCK = sql`coalesce((select closed_at from ${settings} where maintenance_mode), clock_timestamp())`;

/** Parts of `json_build_object` for these columns with a time, under their names in camel case. */
const times = (...columns: string[]) =>
	sql.join(
		columns.map((column) => {
			const name = column.replace(/^.*\.|_(.)/g, (_, letter = '') => letter.toUpperCase());
			return sql`${sql.raw(`'${name}'`)}, ${toIsoTime(sql.raw(column))}`;
		}),
		sql`, `,
	);

/** SQL condition on `deal_sales`: the sale is neither completed nor undone. */
const IS_UNFINISHED = sql`ended_at is null and completed_at is null`;

const hasBlockedAt = (blocker: SQL, blocked: SQL) => sql`(
	select ${toIsoTime(sql`created_at`)} from ${blocks} where blocker_id = ${blocker} and blocked_id = ${blocked})`;
/** There is a message that this side can see. */
const hasMessages = (userId: SQL) => sql`exists (
	select from ${participants}
	where item_id = item.id and buyer_id = pair.buyer_id and user_id = ${userId} and last_message_id > 0)`;

const ITEM = sql`json_build_object(
	'id', item.id, 'sellerId', item.seller_id, 'sellerName', seller.user_name, 'title', item.title,
	'price', item.price, 'isPriceFixed', item.is_price_fixed, ${times('item.sold_at')},
	'isRemoved', ${isRemoved({ removedAt: sql`item.removed_at`, deletedAt: sql`item.deleted_at` })},
	'isDeleted', (item.deleted_at is not null
		and not ${isRemoved({ removedAt: sql`item.removed_at`, deletedAt: sql`item.deleted_at` })})
		or seller.deleted_at is not null,
	'bannedSince', ${toIsoTime(sql`least(item.banned_at, seller.banned_at)`)},
	'listedAt', ${toIsoTime(sql`coalesce(item.relisted_at, item.created_at)`)})`;

const STATE = sql.join(
	STATE_COLUMNS.map((key) => sql`${sql.raw(`'${key}'`)}, deal.${sql.identifier(deals[key].name)}`),
	sql`, `,
);

/** One deal, and what is read about its buyer; `pair` has the buyer's id, and the row `deal` may be missing. */
const DEAL = sql`json_build_object(
	'buyerId', pair.buyer_id,
	'hasBegun', json_build_object(
		'buyer', deal.item_id is not null or ${hasMessages(sql`pair.buyer_id`)},
		'seller', deal.seller_changed_at is not null or ${hasMessages(sql`item.seller_id`)}
	),
	'stored', case when deal.item_id is not null then json_build_object(${STATE}) end,
	'buyer', json_build_object(
		'isDeleted', buyer.id is null or buyer.deleted_at is not null,
		'bannedSince', ${toIsoTime(sql`buyer.banned_at`)},
		'isConfirmed', coalesce(buyer.email_confirmed_at is not null, false),
		'blockedSellerAt', ${hasBlockedAt(sql`pair.buyer_id`, sql`item.seller_id`)},
		'blockedBySellerAt', ${hasBlockedAt(sql`item.seller_id`, sql`pair.buyer_id`)},
		'queues', (
			select count(*)::int from ${deals} waiting
			where waiting.buyer_id = pair.buyer_id and waiting.place is not null
				and coalesce(waiting.hold ->> 'kind' <> 'turn' or (waiting.hold ->> 'until')::timestamptz > now(), true)
		),
		'position', case when pair.is_asked and deal.place is not null then (
			select count(*)::int from ${deals} ahead
			where ahead.item_id = item.id and ahead.place_number <= deal.place_number
				and ${isInQueue({ place: sql`ahead.place` })}
		) + (deal.place ->> 'isWithheld')::boolean::int end
	),
	'sales', (
		select coalesce(json_agg(json_build_object(
			'id', sale.id, 'price', price, 'isConfirmed', is_confirmed, 'isFromHandover', from_handover,
			${times('sold_at', 'answer_until', 'paused_at', 'completed_at', 'review_until', 'ended_at')},
			'reviews', (
				select coalesce(json_agg(json_build_object(
					'id', review.id, 'role', role, 'stars', stars, 'tags', tags, 'text', text, 'answer', answer,
					'isHidden', hidden_at is not null, ${times('created_at', 'answered_at')}
				)), '[]')
				from ${dealReviews} review where review.sale_id = sale.id
			)
		) order by sale.id desc), '[]')
		from ${dealSales} sale where sale.item_id = item.id and sale.buyer_id = pair.buyer_id
	))`;

/** The deals with these buyers, and the holder's. Of one item also those that are not begun. */
const READ_PAIRS = sql`
	select buyer_id from unnest(${sql.placeholder('buyerIds')}::int[]) asked (buyer_id)
	where ${sql.placeholder('isOneItem')}::boolean or exists (
		select from ${deals} begun where begun.item_id = item.id and begun.buyer_id = asked.buyer_id)
	union
	select buyer_id from ${deals} where item_id = item.id and hold is not null`;

/** SQL condition on `deals waiting`: the buyer is banned or deleted, or across a block from the seller. */
const IS_SEPARATED = sql`(
	exists (
		select from ${users} gone
		where gone.id = waiting.buyer_id and (gone.banned_at is not null or gone.deleted_at is not null)
	)
	or exists (
		select from ${blocks} where (blocker_id, blocked_id)
			in ((waiting.buyer_id, item.seller_id), (item.seller_id, waiting.buyer_id))
	))`;

/** The whole queue ends. */
const ENDS_QUEUE = sql`(${sql.placeholder('isWhole')}::boolean or item.sold_at is not null
	or not ${isPublic(visibilityColumnsOf('item'), visibilityColumnsOf('seller'))})`;

/** Also all other deals that a change of one can touch (`ItemDeals`). */
const CHANGE_PAIRS = sql`
	${READ_PAIRS}
	union
	select buyer_id from ${deals} where item_id = item.id and offer is not null
	union
	select buyer_id from ${dealSales} where item_id = item.id and ${IS_UNFINISHED}
	union
	select buyer_id from ${deals} where item_id = item.id and ${isWithheldPlace({ place: sql`place` })}
	union
	(
		select buyer_id from ${deals} waiting
		where item_id = item.id and ${isInQueue({ place: sql`place` })} and (${ENDS_QUEUE} or not ${IS_SEPARATED})
		order by place_number
		limit case when not ${ENDS_QUEUE} then ${sql.raw(String(PLACES_READ))} end
	)
	union
	select buyer_id from ${deals} waiting
	where item_id = item.id and ${isInQueue({ place: sql`place` })} and due.due_at <= clock_timestamp()
		and ${IS_SEPARATED}`;

const statementOf = (pairs: SQL, newId: SQL) => sql`
	select ${ITEM} as item, ${toIsoTime(CLOCK)} as now, ${newId} as "newId",
		json_build_object('dueAt', due.due_at::text, ${times('item.reserved_until', 'item.next_turn_until')}) as stored,
		(
			select count(*)::int from ${deals}
			where item_id = item.id and ${isInQueue({ place: sql`place` })}
		) as "queueLength",
		(
			select coalesce(json_agg(${DEAL} order by deal.place_number, pair.buyer_id), '[]')
			from (
				select found.buyer_id, found.buyer_id = any(${sql.placeholder('buyerIds')}::int[]) as is_asked
				from (${pairs}) found
			) pair
			left join ${deals} deal on deal.item_id = item.id and deal.buyer_id = pair.buyer_id
			left join ${users} buyer on buyer.id = pair.buyer_id
		) as deals
	from ${items} item
	join ${users} seller on seller.id = item.seller_id
	left join ${dealDeadlines} due on due.item_id = item.id
	where item.id = any(${sql.placeholder('itemIds')}::int[])`;

const readStatement = prepareStatement<LoadedRow>('deals read', statementOf(READ_PAIRS, sql`0`));
const changeStatement = prepareStatement<LoadedRow>(
	'deals for a change',
	statementOf(CHANGE_PAIRS, sql`nextval('deal_ids')::int`),
);

interface LoadedRow extends Omit<LoadedDeals, 'deals' | 'timeZone'> {
	deals: LoadedDeal[];
}

interface LoadedDeal extends Pick<DealState, 'buyerId' | 'hasBegun' | 'buyer' | 'sales'> {
	stored: StoredDeal | null;
}

/** The deals of an item as they were read, with what was stored besides: `saveDeals` writes the differences. */
export interface LoadedDeals extends ItemDeals {
	stored: {
		/** As the database writes it, with its microseconds. */
		dueAt: string | null;
		reservedUntil: Moment | null;
		nextTurnUntil: Moment | null;
	};
}

interface LoadOptions {
	/** Their deals are read, even if they have not begun. */
	buyerIds: readonly number[];
	/** Also reads the other deals that the change can touch. The caller has locked the item. */
	forChange?: boolean;
	/** The change ends the whole queue. */
	isWhole?: boolean;
}

/**
 * Reads the deals of items with these buyers and, of each item, the deal of the buyer for whom it is held. Unknown items
 * are missing. What has ended by time still counts as open (`settleIfDue`).
 */
export async function loadDeals(
	{ db, timeZone }: { db: Db; timeZone: string },
	itemIds: readonly number[],
	{ buyerIds, forChange = false, isWhole = false }: LoadOptions,
): Promise<Map<number, LoadedDeals>> {
	if (itemIds.length === 0) return new Map();
	const values = { itemIds, buyerIds, isOneItem: itemIds.length === 1 };
	const rows = forChange
		? await changeStatement(db, { ...values, isWhole })
		: await readStatement(db, values);
	return new Map(
		rows.map((row) => [row.item.id, { ...row, timeZone, deals: row.deals.map(toDeal) }]),
	);
}

/** The deals of one item; undefined if it is unknown. */
export async function loadItemDeals(
	deps: { db: Db; timeZone: string },
	itemId: number,
	options: LoadOptions,
): Promise<LoadedDeals | undefined> {
	return (await loadDeals(deps, [itemId], options)).get(itemId);
}

/** Returns undefined for an unknown item. A deleted item is returned. */
export async function findDealItem(db: Db, itemId: number): Promise<DealItem | undefined> {
	const { rows } = await db.execute<{ item: DealItem }>(sql`
		select ${ITEM} as item from ${items} item join ${users} seller on seller.id = item.seller_id
		where item.id = ${itemId}`);
	return rows[0]?.item;
}

const toDeal = ({ stored, ...deal }: LoadedDeal): DealState => ({
	...deal,
	...(stored ?? NEW_DEAL),
	isStored: stored !== null,
});
