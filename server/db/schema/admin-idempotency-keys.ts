import { index, integer, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';
import { admins } from './admins.ts';
import { announcements } from './notifications.ts';

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
