import type { DealRole, ReviewTag } from '#contract/deals/facts.ts';
import type { Db } from '#server/db/client.ts';
import { sql } from '#server/db/drizzle.ts';
import { participants } from '#server/db/schema/chats.ts';
import { dealHandovers } from '#server/db/schema/deal-handovers.ts';
import { dealOffers, type OfferOutcome } from '#server/db/schema/deal-offers.ts';
import {
	dealQueue,
	dealReservations,
	type ReservationOutcome,
} from '#server/db/schema/deal-reservations.ts';
import { dealReviews, dealSales } from '#server/db/schema/deal-sales.ts';
import { dealSteps, deals, isUnended } from '#server/db/schema/deals.ts';
import { users } from '#server/db/schema/users.ts';
import { hasBlocked } from '#server/features/chat/blocks/queries.ts';
import type { DealItem } from './item-queries.ts';
import { isGone } from './pair-condition-queries.ts';

export type { OfferOutcome, ReservationOutcome };

/** A timestamp as PostgreSQL writes it in JSON: ISO 8601 with the time zone. */
type Time = string;

interface OfferRow {
	id: number;
	by: DealRole;
	amount: number;
	expiresAt: Time;
	isWithheld: boolean;
}

interface HandoverRow {
	id: number;
	proposedBy: DealRole;
	spotId: number;
	spotName: string;
	spotHint: string;
	slots: Time[];
	agreedSlot: Time | null;
	/** Whether the buyer says that the hand-over took place; null if the buyer has not said. */
	buyerDone: boolean | null;
	/** Like `buyerDone`, for the seller. */
	sellerDone: boolean | null;
}

export interface SaleRow {
	id: number;
	price: number;
	soldAt: Time;
	isConfirmed: boolean | null;
	completedAt: Time | null;
	endedAt: Time | null;
}

interface ReviewedSale {
	id: number;
	/** Whether the buyer has agreed to something in the deal: the sale, an offer, a turn or a hand-over. */
	hasBuyerAgreed: boolean;
	soldAt: Time;
	reviewUntil: Time;
}

export interface ReviewRow {
	id: number;
	role: DealRole;
	stars: number;
	tags: ReviewTag[];
	text: string | null;
	createdAt: Time;
	answer: string | null;
	answeredAt: Time | null;
	isHidden: boolean;
}

/**
 * What one side can see of what is stored about an item and one buyer. Correct only if the item is settled (settle.ts): otherwise what has ended
 * by time still counts as open.
 */
export interface Pair {
	/** Whether the buyer has written a message that this side can see. */
	hasWritten: boolean;
	/** The buyer is banned or deleted. */
	isBuyerGone: boolean;
	/** The buyer has a confirmed address. */
	isBuyerConfirmed: boolean;
	hasBuyerBlocked: boolean;
	hasSellerBlocked: boolean;
	/** Whether a step was made that this side can see. */
	hasDeal: boolean;
	/** Offers that the buyer has made at the current asking price since the item was listed. */
	attempts: number;
	/** Rupees: each amount that was accepted since the item was listed, the newest first. */
	acceptedAmounts: number[];
	offer: OfferRow | null;
	/** The newest offer of either side. The outcome is null while the offer is open, that is, while `offer` is set. */
	lastOffer: { id: number; outcome: OfferOutcome | null } | null;
	/** The item's open reservation, for this buyer or another. */
	reservation: { id: number; buyerId: number; amount: number; until: Time; startedAt: Time } | null;
	/** The newest offer that the buyer has made, open or ended. */
	lastBuyerOfferId: number | null;
	/** The newest reservation for this buyer, open or ended. */
	lastReservationId: number | null;
	/**
	 * The subject of the step with which the buyer last joined the queue, such as `queue 12`; the place may have ended.
	 */
	lastPlaceSubject: string | null;
	/** The current turn in the item's queue, of this buyer or another. */
	turn: { id: number; buyerId: number; turnUntil: Time } | null;
	/** The buyer's place in the queue; `position` counts from 1. */
	place: { id: number; position: number; turnUntil: Time | null; isWithheld: boolean } | null;
	queueLength: number;
	/**
	 * Number of queues in which the buyer waits, over all items. A place whose turn is over does not count, even if its
	 * end is not stored yet.
	 */
	buyerQueues: number;
	/**
	 * The newest hand-over of the open reservation, if the reservation is this buyer's; null if the hand-over is
	 * cancelled.
	 */
	handover: HandoverRow | null;
	/** The newest sale to this buyer, which may have ended. */
	sale: SaleRow | null;
	/**
	 * The newest completed sale to this buyer. `sale` may be a later one: the item may have been put on sale again and
	 * sold to this buyer again.
	 */
	reviewedSale: ReviewedSale | null;
	/** Reviews of `reviewedSale`. */
	reviews: ReviewRow[];
}

export interface PairKey {
	item: DealItem;
	buyerId: number;
	/** The side that reads. */
	role: DealRole;
}

export async function findPair(db: Db, key: PairKey): Promise<Pair> {
	const [pair] = await findPairs(db, [key]);
	if (!pair) throw new Error('The state of a deal could not be read.');
	return pair;
}

/** In the order of the keys. */
export async function findPairs(db: Db, keys: readonly PairKey[]): Promise<Pair[]> {
	if (keys.length === 0) return [];
	const values = keys.map(({ item: { id, sellerId, price, listedAt }, buyerId, role }) => ({
		item_id: id,
		buyer_id: buyerId,
		seller_id: sellerId,
		price,
		listed_at: listedAt,
		is_buyer: role === 'buyer',
	}));
	const ofKey = sql`item_id = key.item_id and buyer_id = key.buyer_id`;
	const isSeen = sql`(key.is_buyer or not is_withheld)`;
	/** The queue as the side sees it: of the withheld places, a buyer sees the own one. */
	const inQueue = sql`item_id = key.item_id and ${isUnended(dealQueue)}
		and (not is_withheld or key.is_buyer and buyer_id = key.buyer_id)`;
	const newestCompletedSale = sql`from ${dealSales} where ${ofKey} and completed_at is not null order by id desc limit 1`;
	const sinceListed = sql`created_at >= key.listed_at`;
	const { rows } = await db.execute<Pair & { [column: string]: unknown }>(sql`
		select
			exists (
				select from ${participants}
				where ${ofKey} and last_message_id > 0
					and user_id = case when key.is_buyer then key.buyer_id else key.seller_id end
			) as "hasWritten",
			${isGone(sql`key.buyer_id`)} as "isBuyerGone",
			exists (
				select from ${users} where ${users.id} = key.buyer_id and ${users.emailConfirmedAt} is not null
			) as "isBuyerConfirmed",
			${hasBlocked(sql`key.buyer_id`, sql`key.seller_id`)} as "hasBuyerBlocked",
			${hasBlocked(sql`key.seller_id`, sql`key.buyer_id`)} as "hasSellerBlocked",
			exists (
				select from ${deals} where ${ofKey} and (key.is_buyer or seller_changed_at is not null)
			) as "hasDeal",
			(
				select count(*)::int from ${dealOffers}
				where ${ofKey} and by = 'buyer' and asked_price = key.price and ${sinceListed} and ${isSeen}
			) as attempts,
			(
				select coalesce(json_agg(amount order by newest_id desc), '[]')
				from (
					select amount, max(id) as newest_id from ${dealOffers}
					where ${ofKey} and outcome = 'accepted' and ${sinceListed} group by amount
				) as accepted
			) as "acceptedAmounts",
			(
				select json_build_object(
					'id', id, 'by', by, 'amount', amount, 'expiresAt', expires_at, 'isWithheld', is_withheld
				)
				from ${dealOffers} where ${ofKey} and ${isUnended(dealOffers)} and ${isSeen}
			) as offer,
			(
				select json_build_object('id', id, 'outcome', outcome)
				from ${dealOffers} where ${ofKey} and ${isSeen} order by id desc limit 1
			) as "lastOffer",
			(
				select json_build_object('id', id, 'buyerId', buyer_id, 'amount', amount, 'until', until, 'startedAt', started_at)
				from ${dealReservations} where item_id = key.item_id and ${isUnended(dealReservations)}
			) as reservation,
			(select max(id) from ${dealOffers} where ${ofKey} and by = 'buyer' and ${isSeen}) as "lastBuyerOfferId",
			(select max(id) from ${dealReservations} where ${ofKey}) as "lastReservationId",
			(
				select subject from ${dealSteps}
				where ${ofKey} and action = 'join-queue' order by id desc limit 1
			) as "lastPlaceSubject",
			(
				select json_build_object('id', id, 'buyerId', buyer_id, 'turnUntil', turn_until)
				from ${dealQueue} where item_id = key.item_id and ${isUnended(dealQueue)} and turn_until is not null
			) as turn,
			(
				select json_build_object('id', own.id, 'turnUntil', own.turn_until, 'isWithheld', own.is_withheld, 'position', (
					select count(*) from ${dealQueue} where ${inQueue} and id <= own.id
				))
				from ${dealQueue} own
				where own.item_id = key.item_id and own.buyer_id = key.buyer_id and own.ended_at is null
					and (key.is_buyer or not own.is_withheld)
			) as place,
			(
				select count(*)::int from ${dealQueue} where ${inQueue}
			) as "queueLength",
			(
				select count(*)::int from ${dealQueue}
				where buyer_id = key.buyer_id and ${isUnended(dealQueue)} and (turn_until is null or turn_until > now())
			) as "buyerQueues",
			(
				select case when cancelled_at is null then json_build_object(
					'id', ${dealHandovers.id}, 'proposedBy', proposed_by, 'spotId', spot_id, 'spotName', spot_name,
					'spotHint', spot_hint, 'slots', slots, 'agreedSlot', agreed_slot, 'buyerDone', buyer_done,
					'sellerDone', seller_done
				) end
				from ${dealReservations}
				join ${dealHandovers} on ${dealHandovers.reservationId} = ${dealReservations.id}
				where ${dealReservations.itemId} = key.item_id and ${dealReservations.buyerId} = key.buyer_id
					and ${isUnended(dealReservations)}
				order by ${dealHandovers.id} desc limit 1
			) as handover,
			(
				select json_build_object(
					'id', id, 'price', price, 'soldAt', sold_at, 'isConfirmed', is_confirmed,
					'completedAt', completed_at, 'endedAt', ended_at
				)
				from ${dealSales} where ${ofKey} order by id desc limit 1
			) as sale,
			(
				select json_build_object('id', id, 'soldAt', sold_at, 'reviewUntil', review_until, 'hasBuyerAgreed',
					is_confirmed is true or exists (
						select from ${dealSteps}
						where ${ofKey} and (action = 'take-turn' or event->>'type' in ('offer-accepted', 'handover-agreed'))
					))
				${newestCompletedSale}
			) as "reviewedSale",
			(
				select coalesce(json_agg(json_build_object(
					'id', ${dealReviews.id}, 'role', role, 'stars', stars, 'tags', tags, 'text', text,
					'createdAt', created_at, 'answer', answer, 'answeredAt', answered_at, 'isHidden', hidden_at is not null
				)), '[]')
				from ${dealReviews}
				where sale_id = (select id ${newestCompletedSale})
			) as reviews
		from rows from (json_to_recordset(${JSON.stringify(values)}::json) as (
			item_id int, buyer_id int, seller_id int, price numeric, listed_at timestamptz, is_buyer boolean
		)) with ordinality as key (item_id, buyer_id, seller_id, price, listed_at, is_buyer, position)
		order by position`);
	return rows;
}

/**
 * The outcome of an offer of this deal, null while the offer is open; undefined if the deal has no such offer that this
 * side can see.
 */
export async function findOffer(
	db: Db,
	{ item, buyerId, role }: PairKey,
	offerId: number,
): Promise<{ outcome: OfferOutcome | null } | undefined> {
	const { rows } = await db.execute<{ outcome: OfferOutcome | null }>(sql`
		select outcome from ${dealOffers}
		where id = ${offerId} and item_id = ${item.id} and buyer_id = ${buyerId}
			and (${role === 'buyer'} or not is_withheld)`);
	return rows[0];
}

/** A hand-over of this deal, and how its reservation ended; undefined if the deal has no such hand-over. */
export async function findHandover(
	db: Db,
	{ item, buyerId }: PairKey,
	handoverId: number,
): Promise<{ isAgreed: boolean; reservationOutcome: ReservationOutcome | null } | undefined> {
	const { rows } = await db.execute<{
		isAgreed: boolean;
		reservationOutcome: ReservationOutcome | null;
	}>(sql`
		select agreed_at is not null and cancelled_at is null as "isAgreed",
			${dealReservations.outcome} as "reservationOutcome"
		from ${dealHandovers} join ${dealReservations} on ${dealReservations.id} = reservation_id
		where ${dealHandovers.id} = ${handoverId} and ${dealHandovers.itemId} = ${item.id}
			and ${dealHandovers.buyerId} = ${buyerId}`);
	return rows[0];
}
