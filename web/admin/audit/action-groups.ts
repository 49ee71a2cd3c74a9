import { actionLabel } from '#contract/core/action-labels.ts';
import { AUDIT_SEVERITY } from '#contract/core/audit-actions.ts';

/** An action belongs to the first group whose pattern matches. */
const GROUPS: readonly (readonly [label: string, pattern: RegExp])[] = [
	['Refused or failed', /^ATTEMPT_/],
	['Exports', /_EXPORTED$/],
	['Views', /^VIEW_/],
	['Users', /^USER_/],
	['Items', /^ITEM_/],
	['Wanted posts', /^WANTED_/],
	['Reports', /^REPORT_/],
	['Reviews', /^REVIEW_/],
	['Feedback', /^FEEDBACK_/],
	['Notifications', /^NOTIFICATION_/],
	['Campus', /^CATALOGUE_/],
	['Settings', /^SETTINGS_/],
	['Administrators', /./],
];

/**
 * The groups of the action filter, each with its actions. Reversed, so that the filter ends with views, exports and
 * refusals, although their patterns are tried first.
 */
export const ACTION_GROUPS = GROUPS.map(([label]) => {
	const actions = Object.keys(AUDIT_SEVERITY).filter(
		(action) => GROUPS.find(([, pattern]) => pattern.test(action))?.[0] === label,
	);
	return {
		label,
		options: Object.fromEntries(actions.map((action) => [action, actionLabel(action)])),
	};
}).reverse();
