import { ADMIN_ROLES } from '#contract/admin/session.ts';
import {
	bigint,
	check,
	index,
	integer,
	pgTable,
	sql,
	text,
	timestamp,
	uniqueIndex,
} from '../drizzle.ts';
import { isOneOf } from './checks.ts';

/** Administrators of the back-office. */
export const admins = pgTable(
	'admins',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		username: text().notNull(),
		/** Lower-case. */
		email: text().notNull(),
		passwordHash: text('password_hash').notNull(),
		/** When the server or another administrator set this password; null once the administrator chose their own. */
		passwordGivenAt: timestamp('password_given_at', { withTimezone: true }),
		roleLevel: text('role_level').notNull(),
		/** Encrypted with a key derived from the server's secret; in effect once a code has confirmed it. */
		totpSecret: text('totp_secret'),
		totpConfirmedAt: timestamp('totp_confirmed_at', { withTimezone: true }),
		/** Number of the last time step (RFC 6238) whose code was used, so that no code works twice. */
		totpLastStep: bigint('totp_last_step', { mode: 'number' }),
		/** SHA-256 of each unused recovery code, in hex. A code has 66 random bits, so that its hash needs no salt. */
		recoveryCodeHashes: text('recovery_code_hashes').array().notNull().default([]),
		/** The id of the announcement up to which this administrator has marked all notifications as read. */
		readAnnouncementId: integer('read_announcement_id').notNull().default(0),
		/** Set for demo administrators, who can sign in from this computer only. */
		demoAt: timestamp('demo_at', { withTimezone: true }),
		/** Removed administrators stay in the table: reports, feedback and the audit log refer to them. */
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

/** A browser session of an administrator. */
export const adminSessions = pgTable(
	'admin_sessions',
	{
		/** SHA-256 of the token, in hex: reading the table does not allow signing in. */
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
