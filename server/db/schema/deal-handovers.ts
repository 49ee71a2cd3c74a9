import { DEAL_LIMITS, DEAL_ROLES, type DealRole } from '#contract/deals/facts.ts';
import { boolean, check, index, integer, pgTable, sql, text, timestamp } from '../drizzle.ts';
import { isOneOf, isWithin } from './checks.ts';
import { dealReservations } from './deal-reservations.ts';
import { dealKey, moment, pairColumns } from './deals.ts';
import { users } from './users.ts';

/** Proposals of a spot and times for a hand-over. Only the newest of a reservation is valid. */
export const dealHandovers = pgTable(
	'deal_handovers',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		...pairColumns(),
		reservationId: integer('reservation_id')
			.notNull()
			.references(() => dealReservations.id),
		proposedBy: text('proposed_by').$type<DealRole>().notNull(),
		/** The spot as the catalogue had it when the hand-over was proposed. */
		spotId: integer('spot_id').notNull(),
		spotName: text('spot_name').notNull(),
		spotHint: text('spot_hint').notNull(),
		slots: timestamp({ withTimezone: true }).array().notNull(),
		createdAt: moment('created_at').notNull().defaultNow(),
		agreedSlot: moment('agreed_slot'),
		agreedAt: moment('agreed_at'),
		cancelledAt: moment('cancelled_at'),
		/** Whether the hand-over took place, as each side said; null for a side that has not said so yet. */
		buyerDone: boolean('buyer_done'),
		sellerDone: boolean('seller_done'),
		/** When both sides were reminded that the hand-over is about to begin. */
		remindedAt: moment('reminded_at'),
	},
	(table) => [
		dealKey('deal_handovers_deal_fk', table),
		index('deal_handovers_reservation_idx').on(table.reservationId, table.id),
		index('deal_handovers_deal_idx').on(table.itemId, table.buyerId),
		check('deal_handovers_proposed_by', isOneOf(table.proposedBy, DEAL_ROLES)),
		check(
			'deal_handovers_slots',
			isWithin(sql`cardinality(${table.slots})`, 1, DEAL_LIMITS.slotsMax),
		),
		check(
			'deal_handovers_agreed',
			sql`(${table.agreedSlot} is null) = (${table.agreedAt} is null) and (${table.agreedSlot} is null or ${table.agreedSlot} = any(${table.slots}))`,
		),
		check(
			'deal_handovers_said',
			sql`${table.agreedAt} is not null or num_nonnulls(${table.buyerDone}, ${table.sellerDone}, ${table.cancelledAt}) = 0`,
		),
	],
);

/** Hand-overs to which `userId` did not come, as the other side reported. */
export const missedHandovers = pgTable(
	'missed_handovers',
	{
		handoverId: integer('handover_id')
			.primaryKey()
			.references(() => dealHandovers.id),
		userId: integer('user_id')
			.notNull()
			.references(() => users.id),
		reportedBy: integer('reported_by')
			.notNull()
			.references(() => users.id),
		createdAt: moment('created_at').notNull().defaultNow(),
	},
	(table) => [
		index('missed_handovers_user_idx').on(table.userId, table.createdAt),
		index('missed_handovers_reporter_idx').on(table.reportedBy),
		check('missed_handovers_not_oneself', sql`${table.userId} <> ${table.reportedBy}`),
	],
);
