import { sql } from 'drizzle-orm';
import {
	check,
	index,
	integer,
	pgTable,
	primaryKey,
	text,
	timestamp,
	uniqueIndex,
	uuid,
} from 'drizzle-orm/pg-core';
import { PEOPLE_LIMITS } from '#contract/auth/person-fields.ts';
import { isWithin } from './checks.ts';
import { photos } from './photos.ts';
import { nextId } from './sequence.ts';

export const users = pgTable(
	'users',
	{
		id: integer().primaryKey().default(nextId),
		userName: text('user_name').notNull(),
		/** Lower-case. */
		email: text(),
		/** A new address that waits to be confirmed. */
		pendingEmail: text('pending_email'),
		/**
		 * The addresses of `former_addresses` in one, for instances of the version before that still run beside this one: triggers
		 * keep both the same (migration 0017). It goes one release later.
		 */
		formerEmail: text('former_email'),
		/** E.164. */
		phone: text(),
		/** Argon2id, absent for those who only sign in through a provider. */
		passwordHash: text('password_hash'),
		pictureHash: text('picture_hash').references(() => photos.hash),
		/** Part of every access token: raising it ends all sessions at once. */
		tokenVersion: integer('token_version').notNull().default(1),
		/** One of the demo's people: signs in from this computer only. */
		demoAt: timestamp('demo_at', { withTimezone: true }),
		/** When the person proved that the address is theirs. */
		emailConfirmedAt: timestamp('email_confirmed_at', { withTimezone: true }),
		verifiedAt: timestamp('verified_at', { withTimezone: true }),
		/**
		 * Whose word it is. `email`: a confirmed address of the college's, for as long as that is the address; `admin`: an
		 * administrator's, also where it is that they are not.
		 */
		verifiedBy: text('verified_by'),
		bannedAt: timestamp('banned_at', { withTimezone: true }),
		/** In an administrator's words. */
		banReason: text('ban_reason'),
		deletedAt: timestamp('deleted_at', { withTimezone: true }),
		createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
	},
	(table) => [
		uniqueIndex('users_email_key').on(table.email),
		uniqueIndex('users_phone_key').on(table.phone),
		index('users_picture_hash_idx').on(table.pictureHash),
		// The back-office lists, sorts and searches everybody but those who are erased.
		index('users_name_idx')
			.on(sql`lower(${table.userName})`, table.id)
			.where(sql`${table.deletedAt} is null`),
		index('users_found_idx')
			.using(
				'gin',
				sql`normalize(lower(${table.userName})) gin_trgm_ops`,
				table.email.op('gin_trgm_ops'),
			)
			.where(sql`${table.deletedAt} is null`),
		index('users_banned_idx')
			.on(table.id)
			.where(sql`${table.bannedAt} is not null and ${table.deletedAt} is null`),
		index('users_created_at_idx').on(table.createdAt).where(sql`${table.deletedAt} is null`),
		index('users_verified_idx')
			.on(table.id)
			.where(sql`${table.deletedAt} is null and ${table.verifiedAt} is not null`),
		// Whose items the public does not see: few, however many people there are.
		index('users_hidden_idx')
			.on(table.id)
			.where(sql`${table.bannedAt} is not null or ${table.deletedAt} is not null`),
		check(
			'users_name_length',
			isWithin(sql`char_length(${table.userName})`, 1, PEOPLE_LIMITS.nameMax),
		),
		check('users_email_lower', sql`${table.email} = lower(${table.email})`),
		check('users_pending_email_lower', sql`${table.pendingEmail} = lower(${table.pendingEmail})`),
		check(
			'users_verified_by',
			sql`${table.verifiedBy} is null or ${table.verifiedBy} = 'admin' or (${table.verifiedBy} = 'email' and ${table.verifiedAt} is not null)`,
		),
		check('users_phone_e164', sql`${table.phone} ~ '^\\+[1-9][0-9]{5,14}$'`),
		check(
			'users_reachable',
			sql`${table.email} is not null or ${table.phone} is not null or ${table.deletedAt} is not null`,
		),
	],
);

/** An address that a person had proved and left for another, until its mail about the change is out. */
export const formerAddresses = pgTable(
	'former_addresses',
	{
		userId: integer('user_id')
			.notNull()
			.references(() => users.id),
		email: text().notNull(),
		/** Counted on from one to the next: the order in which they were left. */
		position: integer().notNull().generatedAlwaysAsIdentity(),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.email] }),
		check('former_addresses_email_lower', sql`${table.email} = lower(${table.email})`),
	],
);

/** A signed-in browser. Its id travels in the access token as `sid`. */
export const sessions = pgTable(
	'sessions',
	{
		id: uuid().primaryKey(),
		userId: integer('user_id')
			.notNull()
			.references(() => users.id),
		createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
		expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
		/** As the browser names itself. */
		userAgent: text('user_agent'),
		/** Written every few minutes at most. */
		lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull().defaultNow(),
	},
	(table) => [
		index('sessions_user_id_idx').on(table.userId),
		index('sessions_expires_at_idx').on(table.expiresAt),
	],
);

/** An account at a third-party sign-in provider that opens one of ours. */
export const identities = pgTable(
	'identities',
	{
		issuer: text().notNull(),
		subject: text().notNull(),
		userId: integer('user_id')
			.notNull()
			.references(() => users.id),
		createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
	},
	(table) => [
		primaryKey({ columns: [table.issuer, table.subject] }),
		index('identities_user_id_idx').on(table.userId),
	],
);
