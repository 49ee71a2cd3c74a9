import { SEVERITIES } from '#contract/core/audit-actions.ts';
import {
	bigint,
	boolean,
	check,
	customType,
	index,
	integer,
	pgTable,
	type SQLWrapper,
	sql,
	text,
	timestamp,
} from '../drizzle.ts';
import { admins } from './admins.ts';
import { isOneOf } from './checks.ts';

/** The text that a search of the log compares. The SQL function is defined in migration 0005. */
export const auditWords = ({
	action,
	target,
	details,
}: Record<'action' | 'target' | 'details', SQLWrapper>) =>
	sql<string>`audit_words(${action}, ${target}, ${details})`;

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Actions of administrators, including what they viewed. Database triggers give each entry its number and the hash of the
 * entry before it, and refuse updates and deletes (migration 0005). Users are named by id only, so that erasing an account
 * changes no entry.
 */
export const auditLog = pgTable(
	'audit_log',
	{
		/** Assigned by the trigger without gaps, whatever value is inserted. */
		id: bigint({ mode: 'number' }).primaryKey().default(0),
		at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
		/** Null when no administrator was signed in: a failed sign-in. */
		adminId: integer('admin_id').references(() => admins.id),
		action: text().notNull(),
		/** The object of the action: `user 12`, `item 7`, `settings`. */
		target: text().notNull(),
		severity: text().notNull(),
		ipAddress: text('ip_address').notNull(),
		details: text().notNull(),
		/**
		 * The report whose decision led to the action, in the format of `target`: `user report 3`; empty for none. Null in entries
		 * that are older than this column: their `details` name the report.
		 */
		report: text().default(''),
		/** Hash of the previous entry, set by the trigger; empty for the first. */
		previousHash: bytes('previous_hash').notNull().default(sql`''::bytea`),
		/** SHA-256 over the previous hash and this entry, set by the trigger. */
		hash: bytes().notNull().default(sql`''::bytea`),
	},
	(table) => [
		index('audit_log_action_idx').on(table.action, table.id),
		index('audit_log_target_idx').on(table.target, table.id),
		index('audit_log_at_idx').on(table.at),
		index('audit_log_words_idx')
			.using('gin', sql`${auditWords(table)} gin_trgm_ops`)
			// An entry is written while the head of the chain is locked: no entry waits for the merge of a pending list.
			.with({ fastupdate: false }),
		index('audit_log_admin_id_idx').on(table.adminId, table.id),
		check('audit_log_severity', isOneOf(table.severity, SEVERITIES)),
	],
);

/** One row: the head of the hash chain. Inserts lock it and so run one after the other. */
export const auditHead = pgTable(
	'audit_head',
	{
		isOnlyRow: boolean('is_only_row').primaryKey().default(true),
		lastId: bigint('last_id', { mode: 'number' }).notNull(),
		hash: bytes().notNull(),
	},
	(table) => [check('audit_head_only_row', sql`${table.isOnlyRow}`)],
);
