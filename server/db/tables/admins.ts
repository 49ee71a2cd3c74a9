import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

export const admins = pgTable(
	'admins',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		username: text().notNull(),
		/** Lower-case. */
		email: text().notNull(),
		passwordHash: text('password_hash').notNull(),
		roleLevel: text('role_level').notNull(),
		/** One of the demo's administrators: signs in from this computer only. */
		demoAt: timestamp('demo_at', { withTimezone: true }),
		createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
	},
	(table) => [
		uniqueIndex('admins_email_key').on(table.email),
		check('admins_email_lower', sql`${table.email} = lower(${table.email})`),
		check('admins_role', sql`${table.roleLevel} in ('admin', 'super_admin')`),
	],
);
