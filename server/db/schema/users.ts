import { PEOPLE_LIMITS } from '#contract/auth/person-fields.ts';
import {
	boolean,
	check,
	index,
	integer,
	pgTable,
	primaryKey,
	sql,
	text,
	timestamp,
	uniqueIndex,
	uuid,
} from '../drizzle.ts';
import { isWithin } from './checks.ts';
import { photos } from './photos.ts';
import { nextId } from './sequence.ts';

/** Students, who buy and sell. */
export const users = pgTable(
	'users',
	{
		id: integer().primaryKey().default(nextId),
		userName: text('user_name').notNull(),
		/** Lower-case. */
		email: text(),
		/** A new address that is not confirmed yet. */
		pendingEmail: text('pending_email'),
		/**
		 * Duplicates `former_addresses` for instances of the previous release that run beside this one: triggers keep
		 * both in step (migration 0017). To be dropped one release later.
		 */
		formerEmail: text('former_email'),
		/** E.164. */
		phone: text(),
		/** Argon2id; null for users who only sign in through a provider. */
		passwordHash: text('password_hash'),
		pictureHash: text('picture_hash').references(() => photos.hash),
		/** Part of every access token: increasing it ends all sessions at once. */
		tokenVersion: integer('token_version').notNull().default(1),
		/** Set for demo users, who can sign in from this computer only. */
		demoAt: timestamp('demo_at', { withTimezone: true }),
		/** When the user confirmed the address. */
		emailConfirmedAt: timestamp('email_confirmed_at', { withTimezone: true }),
		verifiedAt: timestamp('verified_at', { withTimezone: true }),
		/**
		 * Source of the verification. `email`: a confirmed college address, until the user changes the address. `admin`: an
		 * administrator verified the user, or decided that the user is not to be verified.
		 */
		verifiedBy: text('verified_by'),
		bannedAt: timestamp('banned_at', { withTimezone: true }),
		/** As the administrator wrote it. */
		banReason: text('ban_reason'),
		/** False for older bans, whose reason was written for administrators only. */
		isBanReasonTold: boolean('is_ban_reason_told').notNull().default(false),
		deletedAt: timestamp('deleted_at', { withTimezone: true }),
		createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
	},
	(table) => [
		uniqueIndex('users_email_key').on(table.email),
		uniqueIndex('users_phone_key').on(table.phone),
		index('users_picture_hash_idx').on(table.pictureHash),
		// The back-office lists, sorts and searches all users except deleted ones.
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
		// Users whose items are hidden from the public: few, however many users there are.
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

/** A confirmed address that the user replaced; kept until the mail about the change is sent to it. */
export const formerAddresses = pgTable(
	'former_addresses',
	{
		userId: integer('user_id')
			.notNull()
			.references(() => users.id),
		email: text().notNull(),
		/** Increasing: the order in which the addresses were replaced. */
		position: integer().notNull().generatedAlwaysAsIdentity(),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.email] }),
		check('former_addresses_email_lower', sql`${table.email} = lower(${table.email})`),
	],
);

/** A signed-in browser. Its id is the `sid` of the access token. */
export const sessions = pgTable(
	'sessions',
	{
		id: uuid().primaryKey(),
		userId: integer('user_id')
			.notNull()
			.references(() => users.id),
		createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
		expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
		/** The browser's User-Agent header. */
		userAgent: text('user_agent'),
		/** Written every few minutes at most. */
		lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull().defaultNow(),
	},
	(table) => [
		index('sessions_user_id_idx').on(table.userId),
		index('sessions_expires_at_idx').on(table.expiresAt),
	],
);

/** An account at a third-party sign-in provider, linked to a user. */
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
