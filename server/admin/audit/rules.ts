import { actionLabel } from '#contract/core/action-labels.ts';
import { AUDIT_SEVERITY, type AuditAction } from '#contract/core/audit-actions.ts';

/** The log is for super administrators (decisions, "Back-office"), wherever an entry of it would be shown. */
export function canReadAuditLog({ role }: { role: string }): boolean {
	return role === 'super_admin';
}

/** Actions that have these words in them as people read and write them, and only so: `item banned` for ITEM_BANNED. */
export function actionsLabelled(text: string): AuditAction[] {
	const searched = text.toLowerCase();
	return (Object.keys(AUDIT_SEVERITY) as AuditAction[]).filter((action) => {
		const stored = action.toLowerCase();
		const labels = [actionLabel(action).toLowerCase(), stored.replaceAll('_', ' ')];
		return !stored.includes(searched) && labels.some((each) => each.includes(searched));
	});
}
