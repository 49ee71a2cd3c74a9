import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import type { Db } from '#server/db/client.ts';
import { and, eq, isNull, sql } from '#server/db/drizzle.ts';
import { blocks } from '#server/db/schema/chats.ts';
import { dealHandovers } from '#server/db/schema/deal-handovers.ts';
import { dealOffers } from '#server/db/schema/deal-offers.ts';
import {
	dealQueue,
	dealReservations,
	type ReservationOutcome,
} from '#server/db/schema/deal-reservations.ts';
import { dealSales } from '#server/db/schema/deal-sales.ts';
import { isUnended } from '#server/db/schema/deals.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { isBlockBetween } from '#server/features/chat/blocks/queries.ts';
import type { DealItem } from './item-queries.ts';
import { IS_UNCONFIRMED, isBuyerUnavailable, isGone, isSoldTo } from './pair-condition-queries.ts';

/** Which kinds of rows are open, and may have to be ended. */
interface OpenKinds {
	hasReservation: boolean;
	hasQueue: boolean;
	hasOffers: boolean;
	hasSales: boolean;
}

export async function findOpenKinds(tx: Db, itemId: number): Promise<OpenKinds> {
	const unended = sql`where item_id = ${itemId} and ended_at is null`;
	const { rows } = await tx.execute<{ [Name in keyof OpenKinds]: boolean }>(sql`
		select
			exists (select from ${dealReservations} ${unended}) as "hasReservation",
			exists (select from ${dealQueue} ${unended}) as "hasQueue",
			exists (select from ${dealOffers} ${unended}) as "hasOffers",
			exists (select from ${dealSales} ${unended} and completed_at is null) as "hasSales"`);
	if (!rows[0]) throw new Error('The database did not say what is open.');
	return rows[0];
}

interface OpenReservation {
	id: number;
	buyerId: number;
	until: Date;
	/** The holder (the buyer with the reservation) is banned or deleted, or there is a block between holder and seller. */
	isBuyerUnavailable: boolean;
	/** The holder is banned or deleted. */
	isHolderGone: boolean;
	isBoughtByHolder: boolean;
}

export async function findOpenReservation(
	tx: Db,
	itemId: number,
): Promise<OpenReservation | undefined> {
	const buyerId = sql`${dealReservations.buyerId}`;
	const [row] = await tx
		.select({
			id: dealReservations.id,
			buyerId: dealReservations.buyerId,
			until: dealReservations.until,
			isBuyerUnavailable: isBuyerUnavailable(buyerId, sql`${items.sellerId}`),
			isHolderGone: isGone(buyerId),
			isBoughtByHolder: isSoldTo(itemId, buyerId),
		})
		.from(dealReservations)
		.innerJoin(items, eq(items.id, dealReservations.itemId))
		.where(and(eq(dealReservations.itemId, itemId), isUnended(dealReservations)));
	return row;
}

export async function setReservationEnded(
	tx: Db,
	id: number,
	outcome: ReservationOutcome,
	endedAt: Date,
	reason?: string,
): Promise<void> {
	await tx
		.update(dealReservations)
		.set({ outcome, endedAt, ...(reason && { reason }) })
		.where(and(eq(dealReservations.id, id), isNull(dealReservations.endedAt)));
}

interface OutdatedOffer {
	id: number;
	buyerId: number;
	by: 'buyer' | 'seller';
	amount: number;
	/** The buyer has got the reservation or bought the item: the message of that step reports the end of the offer. */
	isReportedByOtherStep: boolean;
	/** A block hides the offer from the seller. */
	isWithheld: boolean;
	/** The buyer was banned or deleted before the offer expired. */
	isBuyerGone: boolean;
}

/** Ends open offers that have expired, or that a new price, a sale, a reservation, a ban or a block made impossible. */
export async function endOutdatedOffers(
	tx: Db,
	{ id, price, isPriceFixed, soldAt, isPublic, sellerId }: DealItem,
	now: Date,
): Promise<OutdatedOffer[]> {
	const buyerId = sql`${dealOffers.buyerId}`;
	const areAllOver = isPriceFixed || soldAt !== null || !isPublic;
	const isOpenReservation = sql`${dealReservations.itemId} = ${id} and ${isUnended(dealReservations)}`;
	const { rows } = await tx.execute<{ [Name in keyof OutdatedOffer]: OutdatedOffer[Name] }>(sql`
		update ${dealOffers} set outcome = 'lapsed', ended_at = least(expires_at, ${now})
		where item_id = ${id} and ${isUnended(dealOffers)} and (
			${areAllOver} or expires_at <= ${now} or asked_price <> ${price}
			or exists (select from ${dealReservations} where ${isOpenReservation})
			or ${isBuyerUnavailable(buyerId, sql`${sellerId}::int`, sql`is_withheld`)}
		)
		returning id, buyer_id as "buyerId", by, amount, is_withheld as "isWithheld", (
			exists (select from ${dealReservations} where ${isOpenReservation} and ${dealReservations.buyerId} = ${buyerId})
			or ${isSoldTo(id, buyerId)}
		) as "isReportedByOtherStep", expires_at > ${now} and ${isGone(buyerId)} as "isBuyerGone"`);
	return rows.toSorted((one, other) => one.id - other.id);
}

/**
 * Ends the sales that can no longer be completed. These are all incomplete sales of an item that is on sale again, and
 * unanswered sales whose item, seller or buyer is deleted.
 */
export async function endImpossibleSales(
	tx: Db,
	{ id, soldAt, isDeleted }: DealItem,
	now: Date,
): Promise<void> {
	const isBuyerDeleted = sql`exists (
		select from ${users} where ${users.id} = ${dealSales.buyerId} and ${users.deletedAt} is not null)`;
	await tx.execute(sql`
		update ${dealSales} set ended_at = ${now}
		where item_id = ${id} and ended_at is null and completed_at is null
			and (${soldAt === null} or (is_confirmed is null and (${isDeleted} or ${isBuyerDeleted})))`);
}

/**
 * Pauses the time to answer a sale while the item, its seller or the buyer is banned. When the ban ends, extends that
 * time by the length of the pause.
 */
export async function pauseAndResumeSales(
	tx: Db,
	{ id, bannedSince }: DealItem,
	now: Date,
): Promise<void> {
	const ofItem = sql`item_id = ${id} and ${IS_UNCONFIRMED} and ${users.id} = buyer_id`;
	const pausedSince = sql`least(${bannedSince}::timestamptz, ${users.bannedAt})`;
	await tx.execute(sql`
		update ${dealSales} set paused_at = greatest(sold_at, least(${pausedSince}, ${now})) from ${users}
		where ${ofItem} and paused_at is null and answer_until > ${pausedSince}`);
	await tx.execute(sql`
		update ${dealSales} set answer_until = answer_until + (${now}::timestamptz - paused_at), paused_at = null
		from ${users}
		where ${ofItem} and paused_at is not null and ${pausedSince} is null`);
}

/**
 * Takes the end of the time to answer away from sales with a block between buyer and seller: the buyer's silence must not
 * complete them, not even after the block. A sale whose time was over before the block stays complete.
 */
export async function removeAnswerTimesAcrossBlocks(
	tx: Db,
	{ id, sellerId }: DealItem,
): Promise<void> {
	await tx.execute(sql`
		update ${dealSales} set answer_until = null
		where item_id = ${id} and ${IS_UNCONFIRMED} and exists (
			select from ${blocks}
			where ${isBlockBetween(sql`buyer_id`, sql`${sellerId}::int`)} and ${blocks.createdAt} < answer_until)`);
}

/** Completes the sales whose buyer has not answered in time. */
export async function completeSales(
	tx: Db,
	itemId: number,
	now: Date,
): Promise<{ id: number; buyerId: number; price: number }[]> {
	const { rows } = await tx.execute<{ id: number; buyerId: number; price: number }>(sql`
		update ${dealSales} set completed_at = answer_until,
			review_until = answer_until + make_interval(days => ${DEAL_LIMITS.reviewDays})
		where item_id = ${itemId} and ${IS_UNCONFIRMED} and paused_at is null and answer_until <= ${now}
		returning id, buyer_id as "buyerId", price::float8 as price`);
	return rows;
}

/**
 * Marks a reservation that ends soon as reminded.
 * @returns the reservation to remind both sides of; undefined if there is none
 */
export async function setReservationReminded(
	tx: Db,
	itemId: number,
	now: Date,
): Promise<{ buyerId: number; until: Date } | undefined> {
	const [row] = await tx
		.update(dealReservations)
		.set({ remindedAt: now })
		.where(
			and(
				eq(dealReservations.itemId, itemId),
				isUnended(dealReservations),
				isNull(dealReservations.remindedAt),
				sql`${dealReservations.until} <= ${now}::timestamptz + make_interval(hours => ${DEAL_LIMITS.reservationReminderHours})`,
			),
		)
		.returning({ buyerId: dealReservations.buyerId, until: dealReservations.until });
	return row;
}

/** Like `setReservationReminded`, for an agreed hand-over. */
export async function setHandoverReminded(
	tx: Db,
	itemId: number,
	now: Date,
): Promise<{ buyerId: number; agreedSlot: Date; spotName: string } | undefined> {
	const [row] = await tx
		.update(dealHandovers)
		.set({ remindedAt: now })
		.where(
			and(
				eq(dealHandovers.itemId, itemId),
				isNull(dealHandovers.cancelledAt),
				isNull(dealHandovers.remindedAt),
				sql`${dealHandovers.agreedSlot} <= ${now}::timestamptz + make_interval(mins => ${DEAL_LIMITS.handoverReminderMinutes})`,
				sql`exists (
					select from ${dealReservations}
					where ${dealReservations.id} = ${dealHandovers.reservationId} and ${isUnended(dealReservations)})`,
			),
		)
		.returning({
			buyerId: dealHandovers.buyerId,
			agreedSlot: dealHandovers.agreedSlot,
			spotName: dealHandovers.spotName,
		});
	return row?.agreedSlot ? { ...row, agreedSlot: row.agreedSlot } : undefined;
}
