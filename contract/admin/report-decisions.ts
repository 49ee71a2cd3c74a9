import * as z from 'zod/mini';
import { note } from './notes.ts';

/** What the screens call an action, and what is asked of the server for it (spec 2 §4). */
export const REPORT_ACTIONS = {
	approve: { call: 'resolve', action: 'none' },
	reject: { call: 'dismiss' },
	ban_item: { call: 'resolve', action: 'item_banned' },
	warn_user: { call: 'resolve', action: 'user_warned' },
	ban_user: { call: 'resolve', action: 'user_banned' },
} as const;

export const ITEM_REPORT_OUTCOMES = ['none', 'item_banned', 'user_warned', 'user_banned'] as const;
export const USER_REPORT_OUTCOMES = ['none', 'user_warned', 'user_banned'] as const;

export const REPORT_DECISION_MESSAGES = {
	invalidAction: 'Invalid action selected.',
	loadFailed: 'Error fetching reports',
	recorded: (type: string) => `Report action (${type}) successfully recorded.`,
	failed: (type: string) => `Error performing action (${type}) on report.`,
	error: (type: string) => `An error occurred while performing action: ${type}`,
	notFound: 'Report not found.',
	notPending: 'This report has already been decided.',
	resolved: 'Report resolved successfully.',
	dismissed: 'Report dismissed successfully.',
	badWholeTarget: 'That is either true or false.',
	badOthers: 'Please name the other reports by their numbers.',
	/** What a person is warned of where the administrator wrote no words of their own. */
	warning: (about = 'you') =>
		`A report about ${about} was found to be justified. Please keep to the rules of the market.`,
	noChat: 'This report points to no chat.',
	chatClosed: 'The chat can be read only while the report is pending.',
	/** Notes that user reports get from the list (spec 2 §4): for administrators, never what a person is warned of. */
	warnedNote: 'User warned by admin',
	dismissedNote: 'Report dismissed by admin',
} as const;

/** Characters of a complaint in a table. */
export const COMPLAINT_PREVIEW_LENGTH = 50;

/** Every other pending report about the same item or person is decided alike. */
const wholeTarget = z._default(z.boolean(REPORT_DECISION_MESSAGES.badWholeTarget), false);

/** Pending reports that are shown beside another one about the same. */
export const OTHER_REPORTS_MAX = 50;

/** Those that `wholeTarget` means: the ones that the administrator was shown. Absent: all. */
const otherReports = z.optional(
	z
		.array(z.int32(REPORT_DECISION_MESSAGES.badOthers), REPORT_DECISION_MESSAGES.badOthers)
		.check(z.maxLength(OTHER_REPORTS_MAX, REPORT_DECISION_MESSAGES.badOthers)),
);

/** `warning` is what a person who is warned reads: the notes that an administrator typed, never the list's fixed one. */
function resolution<const Outcome extends string>(outcomes: readonly Outcome[]) {
	return z.pipe(
		z.object({
			action: z.enum(outcomes, REPORT_DECISION_MESSAGES.invalidAction),
			notes: note,
			wholeTarget,
			otherReports,
		}),
		z.transform((value) => ({
			...value,
			warning: value.notes === REPORT_DECISION_MESSAGES.warnedNote ? undefined : value.notes,
		})),
	);
}

export const itemReportResolution = resolution(ITEM_REPORT_OUTCOMES);
export const userReportResolution = resolution(USER_REPORT_OUTCOMES);

/** The body may be missing. */
export const reportDismissal = z.object({ notes: note, wholeTarget, otherReports });
