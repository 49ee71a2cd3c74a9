import * as z from 'zod/mini';
import { REPORT_DECISION_ERRORS } from '#contract/admin/errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { isolated } from '#contract/core/format.ts';
import { idWithMessage, list } from '#contract/core/schemas.ts';
import { note } from './notes.ts';

/** The actions of the screens of item, user and review reports, with the request that each sends. */
export const REPORT_ACTIONS = {
	approve: { call: 'resolve', action: 'none' },
	reject: { call: 'dismiss' },
	ban_item: { call: 'resolve', action: 'item_banned' },
	warn_user: { call: 'resolve', action: 'user_warned' },
	hide_review: { call: 'resolve', action: 'review_hidden' },
	ban_user: { call: 'resolve', action: 'user_banned' },
} as const;

export const ITEM_REPORT_OUTCOMES = ['none', 'item_banned', 'user_warned', 'user_banned'] as const;
export const WANTED_REPORT_OUTCOMES = [
	'none',
	'wanted_removed',
	'user_warned',
	'user_banned',
] as const;
export const REVIEW_REPORT_OUTCOMES = ['none', 'review_hidden'] as const;
export const USER_REPORT_OUTCOMES = ['none', 'user_warned', 'user_banned'] as const;

export const REPORT_DECISION_MESSAGES = {
	loadFailed: 'Error fetching reports',
	recorded: (type: string) => `Report action (${type}) successfully recorded.`,
	failed: (type: string) => `Error performing action (${type}) on report.`,
	error: (type: string) => `An error occurred while performing action: ${type}`,
	resolved: 'Report resolved successfully.',
	dismissed: 'Report dismissed successfully.',
	reopened: 'The report is waiting for a decision again.',
	reopenFailed: 'Error reopening the report',
	openReports: ({ count, about }: { count: number; about: 'user' | 'item' }) =>
		`${count} open ${count === 1 ? 'report' : 'reports'} about this ${about === 'user' ? 'person and their items' : 'item'}: resolve with this decision?`,
	openResolved: (count: number) => `${count} ${count === 1 ? 'report' : 'reports'} resolved.`,
	openFailed: 'Error resolving the open reports',
	/** Text of a warning if the administrator wrote none. */
	warning: (about = 'you') =>
		`A report about ${isolated(about)} was found to be justified. Please keep to the rules of the market.`,
} as const;

/**
 * Fixed notes that the decision buttons in the list of user reports store with a report. Administrators
 * read them; they are never sent as a warning.
 */
export const FIXED_NOTES = {
	warned: 'User warned by admin',
	dismissed: 'Report dismissed by admin',
} as const;

/** Characters of a complaint shown in a table. */
export const COMPLAINT_PREVIEW_LENGTH = 50;

/** Whether the decision also applies to the other pending reports about the same item, user, wanted post or review. */
const wholeTarget = z._default(z.boolean(REQUEST_ERRORS.badFlag.message), false);

/** Maximum number of other pending reports shown beside a report. */
export const OTHER_REPORTS_MAX = 50;

/** Ids of the reports that `wholeTarget` applies to: those shown to the administrator. All if absent. */
const otherReports = z.optional(
	list(
		idWithMessage(REPORT_DECISION_ERRORS.badOthers.message),
		OTHER_REPORTS_MAX,
		REPORT_DECISION_ERRORS.badOthers.message,
	),
);

/**
 * Creates the schema for the body of a resolution. It adds `warning`, the text that a warned user reads: the notes that
 * an administrator typed, never a fixed note of `FIXED_NOTES`.
 */
function resolution<const Outcome extends string>(outcomes: readonly Outcome[]) {
	return z.pipe(
		z.object({
			action: z.enum(outcomes, REPORT_DECISION_ERRORS.invalidAction.message),
			notes: note,
			wholeTarget,
			otherReports,
		}),
		z.transform((value) => ({
			...value,
			warning: value.notes === FIXED_NOTES.warned ? undefined : value.notes,
		})),
	);
}

export const itemReportResolution = resolution(ITEM_REPORT_OUTCOMES);
export const wantedReportResolution = resolution(WANTED_REPORT_OUTCOMES);
export const reviewReportResolution = resolution(REVIEW_REPORT_OUTCOMES);
export const userReportResolution = resolution(USER_REPORT_OUTCOMES);

/** A request may have no body. */
export const reportDismissal = z.object({ notes: note, wholeTarget, otherReports });
