import type { Decision, ReportAction } from './report-kind.ts';

/** The decisions that several kinds of reports have. A kind lists its decisions by weight, the lightest first. */
export const SHARED_DECISIONS = {
	reject: { type: 'reject', label: 'Dismiss', key: 'r', progressLabel: 'Dismissing' },
	approve: {
		type: 'approve',
		label: 'Resolve without action',
		key: 'a',
		isSecondary: true,
		progressLabel: 'Resolving',
	},
	warn_user: { type: 'warn_user', label: 'Warn', key: 'w', isSecondary: true },
	ban_user: {
		type: 'ban_user',
		label: 'Ban user',
		key: 'u',
		isDestructive: true,
		isSecondary: true,
	},
} as const satisfies Partial<Record<ReportAction, Decision>>;

/** Whether a decision acts on a user, whose account may be erased meanwhile. */
export function actsOnUser(type: ReportAction): boolean {
	return type === 'warn_user' || type === 'ban_user';
}
