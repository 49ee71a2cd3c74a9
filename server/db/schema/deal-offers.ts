import { DEAL_ROLES, type DealRole } from '#contract/deals/facts.ts';
import { boolean, check, index, integer, pgTable, sql, text, uniqueIndex } from '../drizzle.ts';
import { isOneOf } from './checks.ts';
import { dealKey, isUnended, moment, pairColumns, rupees } from './deals.ts';

/** How an offer ends; `lapsed`: by its time limit, or because a change elsewhere made the offer impossible. */
export const OFFER_OUTCOMES = ['accepted', 'declined', 'countered', 'withdrawn', 'lapsed'] as const;
export type OfferOutcome = (typeof OFFER_OUTCOMES)[number];

/** Offers and counter-offers. A deal has at most one that is not ended. */
export const dealOffers = pgTable(
	'deal_offers',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		...pairColumns(),
		/** The side that made it; an offer by the seller is a counter-offer. */
		by: text().$type<DealRole>().notNull(),
		/** Whole rupees. */
		amount: integer().notNull(),
		/** The item's price at that time. */
		askedPrice: rupees('asked_price').notNull(),
		createdAt: moment('created_at').notNull().defaultNow(),
		expiresAt: moment('expires_at').notNull(),
		endedAt: moment('ended_at'),
		outcome: text().$type<OfferOutcome>(),
		/** Made while the seller had blocked the buyer: only the buyer ever sees it, and it can only end by time. */
		isWithheld: boolean('is_withheld').notNull().default(false),
	},
	(table) => [
		dealKey('deal_offers_deal_fk', table),
		uniqueIndex('deal_offers_open_key').on(table.itemId, table.buyerId).where(isUnended(table)),
		index('deal_offers_deal_idx').on(table.itemId, table.buyerId, table.id),
		check('deal_offers_by', isOneOf(table.by, DEAL_ROLES)),
		check(
			'deal_offers_amount',
			sql`${table.amount} > 0 and ${table.amount} <= ${table.askedPrice}`,
		),
		check('deal_offers_outcome', isOneOf(table.outcome, OFFER_OUTCOMES)),
		check('deal_offers_end', sql`(${table.endedAt} is null) = (${table.outcome} is null)`),
	],
);
