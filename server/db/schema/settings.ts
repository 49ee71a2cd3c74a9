import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** One row. A change is announced to every instance by a trigger (migration 0004). */
export const settings = pgTable(
	'settings',
	{
		isOnlyRow: boolean('is_only_row').primaryKey().default(true),
		maintenanceMode: boolean('maintenance_mode').notNull().default(false),
		/** Since when the market is closed; null while it is open. Kept by the trigger settings_closed_at. */
		closedAt: timestamp('closed_at', { withTimezone: true }),
		maintenanceMessage: text('maintenance_message').notNull(),
		estimatedDowntime: text('estimated_downtime').notNull(),
		/** Administrators sign in with a code of an authenticator app as well. */
		requireTwoStep: boolean('require_two_step').notNull().default(false),
		changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
	},
	(table) => [check('settings_only_row', sql`${table.isOnlyRow}`)],
);
