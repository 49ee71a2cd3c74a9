import { actionLabel } from '#contract/core/action-labels.ts';
import { AUDIT_SEVERITY, type AuditAction } from '#contract/core/audit-actions.ts';

/** The log is for super administrators (decisions, "Back-office"), wherever an entry of it would be shown. */
export function canReadLog({ role }: { role: string }): boolean {
	return role === 'super_admin';
}

/** Actions that have these words in them as people read and write them, and only so: `item banned` for ITEM_BANNED. */
export function actionsReadAs(words: string): AuditAction[] {
	const asked = words.toLowerCase();
	return (Object.keys(AUDIT_SEVERITY) as AuditAction[]).filter((action) => {
		const stored = action.toLowerCase();
		const read = [actionLabel(action).toLowerCase(), stored.replaceAll('_', ' ')];
		return !stored.includes(asked) && read.some((each) => each.includes(asked));
	});
}
