import { check, index, integer, numeric, pgTable, primaryKey, sql, timestamp } from '../drizzle.ts';
import { items } from './items.ts';
import { users } from './users.ts';

const rupees = (name: string) => numeric(name, { precision: 8, scale: 2, mode: 'number' });

/** Items that users have saved, at most `SAVED_LIMITS.itemsMax` each. */
export const savedItems = pgTable(
	'saved_items',
	{
		userId: integer('user_id')
			.notNull()
			.references(() => users.id),
		itemId: integer('item_id')
			.notNull()
			.references(() => items.id),
		savedAt: timestamp('saved_at', { withTimezone: true }).notNull().defaultNow(),
		/** The item's price at that time. */
		savedPrice: rupees('saved_price').notNull(),
		/** The price in the last notification about the item, and its time; null before the first. */
		notifiedPrice: rupees('notified_price'),
		notifiedAt: timestamp('notified_at', { withTimezone: true }),
		/** The last notification that the item is on sale again; null before the first. */
		backOnSaleAt: timestamp('back_on_sale_at', { withTimezone: true }),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.itemId] }),
		// The ids of a person's saved items are read from this index alone.
		index('saved_items_newest_idx').on(table.userId, table.savedAt, table.itemId),
		index('saved_items_item_idx').on(table.itemId),
		check(
			'saved_items_notified',
			sql`(${table.notifiedPrice} is null) = (${table.notifiedAt} is null)`,
		),
	],
);
