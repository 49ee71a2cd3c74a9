import { actionLabel } from '#contract/core/action-labels.ts';
import { AUDIT_SEVERITY, type AuditAction } from '#contract/core/audit-actions.ts';

/** Actions whose label contains the text but whose stored name does not: ITEM_BANNED for `item banned`. */
export function actionsLabelled(text: string): AuditAction[] {
	const searched = text.toLowerCase();
	return (Object.keys(AUDIT_SEVERITY) as AuditAction[]).filter((action) => {
		const stored = action.toLowerCase();
		const labels = [actionLabel(action).toLowerCase(), stored.replaceAll('_', ' ')];
		return !stored.includes(searched) && labels.some((each) => each.includes(searched));
	});
}
