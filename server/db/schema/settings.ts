import { boolean, check, pgTable, sql, text, timestamp } from '../drizzle.ts';

/** One row. A trigger notifies every instance of changes (`row-changes.ts`). */
export const settings = pgTable(
	'settings',
	{
		isOnlyRow: boolean('is_only_row').primaryKey().default(true),
		maintenanceMode: boolean('maintenance_mode').notNull().default(false),
		/** Start of the current maintenance; null while the site is open. Set by the trigger settings_closed_at. */
		closedAt: timestamp('closed_at', { withTimezone: true }),
		maintenanceMessage: text('maintenance_message').notNull(),
		estimatedDowntime: text('estimated_downtime').notNull(),
		/** Whether administrators must also enter a code of an authenticator app to sign in. */
		requireTwoStep: boolean('require_two_step').notNull().default(false),
		changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
	},
	(table) => [check('settings_only_row', sql`${table.isOnlyRow}`)],
);
