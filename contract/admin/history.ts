import * as z from 'zod/mini';
import { REPORT_STATUSES } from '#contract/reports/reports.ts';

/** Entries of one history; what is older is found on the screens themselves. */
export const HISTORY_MAX_ENTRIES = 50;

export const HISTORY_MESSAGES = { empty: 'Nothing to show here yet.' } as const;

/** What administrators know of a user or an item, newest first; entries of the log are for super administrators. */
export const adminHistory = z.array(
	z.object({
		/** Of its kind. */
		id: z.int(),
		kind: z.enum(['report-against', 'report-by', 'audit']),
		at: z.iso.datetime(),
		/** A complaint, or what was done in words. */
		text: z.string(),
		/** Type of the report, or action of the log. */
		what: z.string(),
		/** Of a report; null for an entry of the log. */
		status: z.nullable(z.enum(REPORT_STATUSES)),
		/** Who reported, or which administrator did it. */
		by: z.string(),
		/** Reports: whether it is about an item or a person. */
		about: z.nullable(z.enum(['item', 'user'])),
	}),
);
export type AdminHistory = z.infer<typeof adminHistory>;
