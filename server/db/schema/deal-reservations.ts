import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { boolean, check, index, integer, pgTable, sql, text, uniqueIndex } from '../drizzle.ts';
import { isOneOf, isWithin } from './checks.ts';
import { dealKey, isUnended, moment, pairColumns, rupees } from './deals.ts';

/**
 * How a reservation ends: `released` by the seller or the buyer; `lapsed` at its time limit; `missed`, when one side
 * reports that the other did not come to the hand-over; `sold`, to any buyer; `ended` by a ban, a deletion or a block.
 */
export const RESERVATION_OUTCOMES = ['released', 'lapsed', 'missed', 'sold', 'ended'] as const;
export type ReservationOutcome = (typeof RESERVATION_OUTCOMES)[number];

/** Reservations of an item for a buyer. An item has at most one that is not ended. */
export const dealReservations = pgTable(
	'deal_reservations',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		...pairColumns(),
		/** Rupees. */
		amount: rupees('amount').notNull(),
		startedAt: moment('started_at').notNull().defaultNow(),
		until: moment('until').notNull(),
		endedAt: moment('ended_at'),
		outcome: text().$type<ReservationOutcome>(),
		/** The reason for the release, as the person who released the item wrote it. */
		reason: text(),
		/** When both sides were reminded that the reservation ends soon. */
		remindedAt: moment('reminded_at'),
	},
	(table) => [
		dealKey('deal_reservations_deal_fk', table),
		uniqueIndex('deal_reservations_living_key').on(table.itemId).where(isUnended(table)),
		index('deal_reservations_deal_idx').on(table.itemId, table.buyerId, table.id),
		check('deal_reservations_outcome', isOneOf(table.outcome, RESERVATION_OUTCOMES)),
		check('deal_reservations_end', sql`(${table.endedAt} is null) = (${table.outcome} is null)`),
		check(
			'deal_reservations_reason_length',
			isWithin(sql`char_length(${table.reason})`, 1, DEAL_LIMITS.releaseReasonMax),
		),
	],
);

/**
 * How a place in the queue ends: the buyer has `left` the queue, has `taken` or `passed` the turn, or has let the turn
 * lapse (`lapsed`); `given`: the item was reserved for the buyer in another way; `ended` by a sale, a ban, a deletion or a
 * block.
 */
export const QUEUE_OUTCOMES = ['left', 'taken', 'passed', 'lapsed', 'given', 'ended'] as const;
export type QueueOutcome = (typeof QUEUE_OUTCOMES)[number];

/** Places in the queues of items, in the order of their ids. */
export const dealQueue = pgTable(
	'deal_queue',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		...pairColumns(),
		joinedAt: moment('joined_at').notNull().defaultNow(),
		/** End of the buyer's turn; null before the turn. */
		turnUntil: moment('turn_until'),
		endedAt: moment('ended_at'),
		outcome: text().$type<QueueOutcome>(),
		/** Joined while the seller had blocked the buyer: only the buyer ever sees the place, and it never gets a turn. */
		isWithheld: boolean('is_withheld').notNull().default(false),
	},
	(table) => [
		dealKey('deal_queue_deal_fk', table),
		uniqueIndex('deal_queue_person_key').on(table.buyerId, table.itemId).where(isUnended(table)),
		index('deal_queue_order_idx').on(table.itemId, table.id).where(isUnended(table)),
		uniqueIndex('deal_queue_turn_key')
			.on(table.itemId)
			.where(sql`${table.endedAt} is null and ${table.turnUntil} is not null`),
		check('deal_queue_outcome', isOneOf(table.outcome, QUEUE_OUTCOMES)),
		check('deal_queue_end', sql`(${table.endedAt} is null) = (${table.outcome} is null)`),
	],
);
