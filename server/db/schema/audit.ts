import { sql } from 'drizzle-orm';
import {
	bigint,
	boolean,
	check,
	customType,
	index,
	integer,
	pgTable,
	text,
	timestamp,
} from 'drizzle-orm/pg-core';
import { SEVERITIES } from '#contract/core/audit-actions.ts';
import { admins } from './admins.ts';
import { isOneOf } from './checks.ts';

/** So many entries are looked through at a time; the indexes have it in them, and hold for no other number. */
export const SEGMENT_SIZE = sql.raw('20000');

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * What administrators did and saw. Triggers number and chain the entries, and refuse to change or remove any (migration 0005);
 * it names users by number only, so that erasing an account needs no change here.
 */
export const auditLog = pgTable(
	'audit_log',
	{
		/** Counted without a gap by the trigger, whatever is inserted. */
		id: bigint({ mode: 'number' }).primaryKey().default(0),
		at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
		/** Null where nobody was signed in: a failed sign-in. */
		adminId: integer('admin_id').references(() => admins.id),
		action: text().notNull(),
		/** What it was done to: `user 12`, `item 7`, `settings`. */
		target: text().notNull(),
		severity: text().notNull(),
		ipAddress: text('ip_address').notNull(),
		details: text().notNull(),
		/** Of the entry before, by the trigger; of nothing at first. */
		previousHash: bytes('previous_hash').notNull().default(sql`''::bytea`),
		/** SHA-256 over the previous hash and this entry, by the trigger. */
		hash: bytes().notNull().default(sql`''::bytea`),
	},
	(table) => [
		index('audit_log_action_idx').on(table.action, table.id),
		index('audit_log_target_idx').on(table.target, table.id),
		index('audit_log_chapter_idx').on(sql`(${table.id} / ${SEGMENT_SIZE})`, table.at, table.id),
		index('audit_log_pieces_idx')
			.using(
				'gin',
				sql`((${table.id} / ${SEGMENT_SIZE})::integer)`,
				sql`audit_pieces(${table.action}, ${table.target}, ${table.details}, ${table.adminId})`,
			)
			.with({ fastupdate: false }),
		index('audit_log_admin_id_idx').on(table.adminId, table.id),
		check('audit_log_severity', isOneOf(table.severity, SEVERITIES)),
	],
);

/** One row: where the chain has come to. Whoever adds an entry waits here for who adds one before. */
export const auditHead = pgTable(
	'audit_head',
	{
		isOnlyRow: boolean('is_only_row').primaryKey().default(true),
		lastId: bigint('last_id', { mode: 'number' }).notNull(),
		hash: bytes().notNull(),
	},
	(table) => [check('audit_head_only_row', sql`${table.isOnlyRow}`)],
);
