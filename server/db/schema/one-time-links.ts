import { sql } from 'drizzle-orm';
import {
	check,
	index,
	integer,
	jsonb,
	pgTable,
	primaryKey,
	text,
	timestamp,
	uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from './users.ts';

/**
 * Links that were mailed to a person, one row for each purpose. A row is made by the request, and gets its token when the mail
 * is written.
 */
export const oneTimeLinks = pgTable(
	'one_time_links',
	{
		userId: integer('user_id')
			.notNull()
			.references(() => users.id),
		purpose: text().notNull(),
		requestedAt: timestamp('requested_at', { withTimezone: true }).notNull().defaultNow(),
		/** SHA-256 of the token in hex; the token itself is in the mail and nowhere else. */
		tokenHash: text('token_hash'),
		expiresAt: timestamp('expires_at', { withTimezone: true }),
		/** From then on none of its tokens opens anything. */
		usedAt: timestamp('used_at', { withTimezone: true }),
		/** Hashes of tokens that were mailed before the newest and are good until then: the links of a few requests at most. */
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
