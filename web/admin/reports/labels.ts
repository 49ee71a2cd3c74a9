import type { ITEM_REPORT_OUTCOMES } from '#contract/admin/report-decisions.ts';
import type { REPORT_STATUSES } from '#contract/reports/reports.ts';
import { REPORT_TYPE_LABELS } from '#contract/reports/reports.ts';
import type { StatusTone } from '#web/admin/kit/status-label.tsx';
import type { Decision, ReportAction } from './report-kind.ts';

type ReportStatus = (typeof REPORT_STATUSES)[number];

export const REPORT_STATUS_STYLES: Readonly<
	Record<ReportStatus, { tone: StatusTone; label: string }>
> = {
	pending: { tone: 'warn', label: 'Pending' },
	resolved: { tone: 'good', label: 'Resolved' },
	dismissed: { tone: 'quiet', label: 'Dismissed' },
};

export const OUTCOME_LABELS: Readonly<Record<(typeof ITEM_REPORT_OUTCOMES)[number], string>> = {
	none: 'No action',
	item_banned: 'Item banned',
	user_warned: 'User warned',
	user_banned: 'User banned',
};

export const STATUS_OPTIONS = {
	all: 'All statuses',
	pending: REPORT_STATUS_STYLES.pending.label,
	resolved: REPORT_STATUS_STYLES.resolved.label,
	dismissed: REPORT_STATUS_STYLES.dismissed.label,
} as const;

export const SORT_OPTIONS = { newest: 'Newest first', oldest: 'Oldest first' } as const;

/** The decisions that both kinds of reports share. */
export const REPORT_DECISIONS = {
	approve: {
		type: 'approve',
		label: 'Resolve without action',
		key: 'a',
		isSecondary: true,
		progressLabel: 'Resolving',
	},
	reject: { type: 'reject', label: 'Dismiss', key: 'r', progressLabel: 'Dismissing' },
	warn_user: { type: 'warn_user', label: 'Warn and resolve', key: 'w', isSecondary: true },
	ban_user: {
		type: 'ban_user',
		label: 'Ban user',
		key: 'u',
		isDestructive: true,
		isSecondary: true,
	},
} as const satisfies Partial<Record<ReportAction, Decision>>;

/** Options of the filter by type, with 'all' first. */
export function typeOptions(
	types: readonly (keyof typeof REPORT_TYPE_LABELS)[],
): Readonly<Record<string, string>> {
	const labelled = types.map((type) => [type, REPORT_TYPE_LABELS[type]] as const);
	return Object.fromEntries([['all', 'All types'], ...labelled]);
}

/** Whether a decision acts on a user, whose account may be erased meanwhile. */
export function isAboutPerson(type: ReportAction): boolean {
	return type === 'warn_user' || type === 'ban_user';
}

export const EXPORT_FAILED = 'Error exporting reports';
