import { sql } from 'drizzle-orm';
import {
	bigint,
	check,
	index,
	integer,
	pgTable,
	text,
	timestamp,
	uniqueIndex,
} from 'drizzle-orm/pg-core';
import { ADMIN_ROLES } from '#contract/admin/session.ts';
import { isOneOf } from './checks.ts';

export const admins = pgTable(
	'admins',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		username: text().notNull(),
		/** Lower-case. */
		email: text().notNull(),
		passwordHash: text('password_hash').notNull(),
		/** When the market or another administrator gave them this password; null for one that they chose themselves. */
		passwordGivenAt: timestamp('password_given_at', { withTimezone: true }),
		roleLevel: text('role_level').notNull(),
		/** Sealed with a key of the market's secret; it counts once a code has confirmed it. */
		totpSecret: text('totp_secret'),
		totpConfirmedAt: timestamp('totp_confirmed_at', { withTimezone: true }),
		/** Number of the last time step (RFC 6238) whose code was used: no code counts twice. */
		totpLastStep: bigint('totp_last_step', { mode: 'number' }),
		/** The newest notification when this administrator last marked them as read. */
		readAnnouncementId: integer('read_announcement_id').notNull().default(0),
		/** One of the demo's administrators: signs in from this computer only. */
		demoAt: timestamp('demo_at', { withTimezone: true }),
		/** Reports, feedback and the log go on naming who is removed. */
		removedAt: timestamp('removed_at', { withTimezone: true }),
		createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
	},
	(table) => [
		uniqueIndex('admins_email_key').on(table.email).where(sql`${table.removedAt} is null`),
		check('admins_email_lower', sql`${table.email} = lower(${table.email})`),
		check('admins_role', isOneOf(table.roleLevel, ADMIN_ROLES)),
		check('admins_totp', sql`${table.totpConfirmedAt} is null or ${table.totpSecret} is not null`),
	],
);

/** A browser in which an administrator is signed in. */
export const adminSessions = pgTable(
	'admin_sessions',
	{
		/** SHA-256 of the token, in hex: who reads the table can't sign in by it. */
		tokenHash: text('token_hash').primaryKey(),
		adminId: integer('admin_id')
			.notNull()
			.references(() => admins.id),
		createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
		/** Written at most every few seconds. */
		lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull().defaultNow(),
	},
	(table) => [
		index('admin_sessions_admin_id_idx').on(table.adminId),
		index('admin_sessions_last_seen_idx').on(table.lastSeenAt),
	],
);
