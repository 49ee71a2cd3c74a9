import type { REPORT_STATUSES } from '#contract/reports/facts.ts';

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

export type StatusTone = 'good' | 'quiet' | 'warn' | 'bad';

const TONE_CLASSES: Record<StatusTone, string> = {
	good: 'text-good',
	quiet: 'text-ink-soft',
	warn: 'text-ink',
	bad: 'text-bad',
};

/** A status as text with a colour. The text says everything that the colour says. */
export function StatusLabel({ tone, children }: { tone: StatusTone; children: string }) {
	return (
		<span
			className={`inline-flex items-center gap-1.5 text-sm whitespace-nowrap font-semibold ${TONE_CLASSES[tone]}`}
		>
			<span
				aria-hidden="true"
				className={`size-2 shrink-0 rounded-full ${tone === 'warn' ? 'bg-accent' : 'bg-current'}`}
			/>
			{children}
		</span>
	);
}
