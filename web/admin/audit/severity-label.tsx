import type { Severity } from '#contract/core/audit-actions.ts';
import { StatusLabel, type StatusTone } from '#web/admin/kit/status-label.tsx';

const SEVERITY_TONES: Readonly<Record<Severity, StatusTone>> = {
	HIGH: 'bad',
	MEDIUM: 'warn',
	LOW: 'quiet',
};

/** The severity of an audit entry as a coloured label. */
export function SeverityLabel({ severity }: { severity: Severity }) {
	return <StatusLabel tone={SEVERITY_TONES[severity]}>{severity}</StatusLabel>;
}
