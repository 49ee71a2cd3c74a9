import { index, integer, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';
import { items } from './items.ts';
import { users } from './users.ts';

/** The item created for an idempotency key, so that a repeated request creates no second item. */
export const idempotencyKeys = pgTable(
	'idempotency_keys',
	{
		userId: integer('user_id')
			.notNull()
			.references(() => users.id),
		key: uuid().notNull(),
		itemId: integer('item_id')
			.notNull()
			.references(() => items.id),
		createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.key] }),
		index('idempotency_keys_item_id_idx').on(table.itemId),
		index('idempotency_keys_created_at_idx').on(table.createdAt),
	],
);
