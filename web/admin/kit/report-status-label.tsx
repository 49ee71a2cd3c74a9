import type { REPORT_STATUSES } from '#contract/reports/facts.ts';
import { StatusLabel, type StatusTone } from './status-label.tsx';

type ReportStatus = (typeof REPORT_STATUSES)[number];

export const REPORT_STATUS_LABELS = {
	pending: 'Pending',
	resolved: 'Resolved',
	dismissed: 'Dismissed',
} as const satisfies Record<ReportStatus, string>;

const TONES: Record<ReportStatus, StatusTone> = {
	pending: 'warn',
	resolved: 'good',
	dismissed: 'quiet',
};

/** The status of a report. */
export function ReportStatusLabel({ status }: { status: ReportStatus }) {
	return <StatusLabel tone={TONES[status]}>{REPORT_STATUS_LABELS[status]}</StatusLabel>;
}
