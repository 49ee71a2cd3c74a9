import {
	check,
	index,
	integer,
	jsonb,
	pgTable,
	primaryKey,
	sql,
	text,
	timestamp,
	uniqueIndex,
} from '../drizzle.ts';
import { users } from './users.ts';

/**
 * Links mailed to a user, one row per purpose. A request creates the row; the token is set when the mail is written.
 */
export const oneTimeLinks = pgTable(
	'one_time_links',
	{
		userId: integer('user_id')
			.notNull()
			.references(() => users.id),
		purpose: text().notNull(),
		requestedAt: timestamp('requested_at', { withTimezone: true }).notNull().defaultNow(),
		/** SHA-256 of the token in hex; the token itself is only in the mail. */
		tokenHash: text('token_hash'),
		expiresAt: timestamp('expires_at', { withTimezone: true }),
		/** When one of the row's tokens was used. After that, none of them works. */
		usedAt: timestamp('used_at', { withTimezone: true }),
		/** Tokens that were mailed earlier and are valid until they expire: the expiry time by the hash of the token. */
		olderTokens: jsonb('older_tokens').$type<Record<string, string>>().notNull().default({}),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.purpose] }),
		uniqueIndex('one_time_links_token_hash_key').on(table.tokenHash),
		index('one_time_links_older_tokens_idx').using('gin', table.olderTokens),
		check('one_time_links_purpose', sql`${table.purpose} in ('reset-password', 'confirm-email')`),
		check(
			'one_time_links_expiry',
			sql`(${table.tokenHash} is null) = (${table.expiresAt} is null)`,
		),
	],
);
