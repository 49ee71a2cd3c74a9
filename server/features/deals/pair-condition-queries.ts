import { type SQL, sql } from '#server/db/drizzle.ts';
import { isHidden } from '#server/db/expressions.ts';
import { dealSales } from '#server/db/schema/deal-sales.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { hasBlocked } from '#server/features/chat/blocks/queries.ts';

/** SQL condition: a user is banned or deleted. */
export const isGone = (userId: SQL) => sql<boolean>`exists (
	select from ${users} where ${users.id} = ${userId} and ${isHidden(users)})`;

/**
 * SQL condition: the buyer is banned or deleted, or one of the two has blocked the other.
 * @param isWithheld whether it is about something that a block hides from the seller: then that block ends nothing
 */
export const isBuyerUnavailable = (
	buyerId: SQL,
	sellerId: SQL,
	isWithheld = sql`false`,
) => sql<boolean>`(
	${isGone(buyerId)} or ${hasBlocked(buyerId, sellerId)}
	or not ${isWithheld} and ${hasBlocked(sellerId, buyerId)})`;

/**
 * SQL condition: the item is sold to this buyer. A complete sale does not end when the item is put on sale again, but it
 * is older than the next sale, whose time is `sold_at` of the item.
 */
export const isSoldTo = (itemId: number, buyerId: SQL) => sql<boolean>`exists (
	select from ${dealSales}
	join ${items} on ${items.id} = ${dealSales.itemId} and ${items.soldAt} <= ${dealSales.soldAt}
	where ${dealSales.itemId} = ${itemId} and ${dealSales.buyerId} = ${buyerId} and ${dealSales.endedAt} is null)`;

/**
 * SQL condition on `deal_sales`: the sale is neither completed nor ended, and its buyer has neither confirmed nor denied
 * it.
 */
export const IS_UNCONFIRMED = sql`ended_at is null and completed_at is null and is_confirmed is null`;
