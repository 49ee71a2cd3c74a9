import * as z from 'zod/mini';
import { REPORT_KINDS, REPORT_STATUSES } from '#contract/reports/facts.ts';

/** Maximum number of entries in a history, the newest ones. Older ones are found on the report and audit screens. */
export const HISTORY_MAX_ENTRIES = 50;

export const HISTORY_MESSAGES = { empty: 'Nothing to show here yet.' } as const;

/**
 * Reports and audit entries about a user, an item or a wanted post, newest first: the memory of a case, for every
 * administrator. The entries of views are not part of it.
 */
export const adminHistory = z.array(
	z.object({
		/** Unique within its kind. */
		id: z.int(),
		kind: z.enum(['report-against', 'report-by', 'audit']),
		at: z.iso.datetime(),
		/** The complaint, or the details of the audit entry. */
		text: z.string(),
		/** Type of the report, or audit action. */
		what: z.string(),
		/** Status of a report; null for an audit entry. */
		status: z.nullable(z.enum(REPORT_STATUSES)),
		/** Name of the reporter or administrator. */
		by: z.string(),
		/** What a report is about, such as an item; null for an audit entry. */
		about: z.nullable(z.enum(REPORT_KINDS)),
		/**
		 * Set for the audit entry of a decision: the decided report, and the administrator's notes, which `text` has too.
		 */
		report: z.optional(z.object({ about: z.enum(REPORT_KINDS), id: z.int(), notes: z.string() })),
	}),
);
export type AdminHistory = z.infer<typeof adminHistory>;
