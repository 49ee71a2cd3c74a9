import { integer, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * Item counts as a list of changes: the sum per category and status is the count. Triggers on `items` insert a row in
 * the transaction that changes an item (migration 0005). So the counts are exact, and transactions don't wait for each
 * other as they would when updating one row. Reading compacts a long list. The table has an older name, `item_tallies`.
 */
export const itemCounters = pgTable('item_tallies', {
	category: text().notNull(),
	/** `available`, `sold` or `banned`; deleted items count in none. */
	status: text().notNull(),
	change: integer().notNull(),
});
