import { index, integer, pgTable, primaryKey, timestamp, uuid } from '../drizzle.ts';
import { admins } from './admins.ts';
import { items } from './items.ts';
import { announcements } from './notifications.ts';
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

/** The idempotency keys of administrators' requests, so that a repeated request sends nothing a second time. */
export const adminIdempotencyKeys = pgTable(
	'admin_idempotency_keys',
	{
		adminId: integer('admin_id')
			.notNull()
			.references(() => admins.id),
		key: uuid().notNull(),
		/** The announcement that the request created; null for a warning, and once the announcement is deleted. */
		announcementId: integer('announcement_id').references(() => announcements.id, {
			onDelete: 'set null',
		}),
		createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
	},
	(table) => [
		primaryKey({ columns: [table.adminId, table.key] }),
		index('admin_idempotency_keys_announcement_id_idx').on(table.announcementId),
		index('admin_idempotency_keys_created_at_idx').on(table.createdAt),
	],
);
