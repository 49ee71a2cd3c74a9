import { integer, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * How many items there are, as a list of changes: the sum of a category's and a status's is their number. Triggers on `items`
 * add to it within the transaction that changes an item (migration 0005), so it is right at once and nobody waits for
 * anybody, as they would at one row that everyone updates. Reading folds it when it has grown long.
 */
export const itemCounters = pgTable('item_tallies', {
	category: text().notNull(),
	/** `available`, `sold` or `banned`; what is deleted is in none. */
	status: text().notNull(),
	change: integer().notNull(),
});
