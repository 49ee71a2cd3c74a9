import { CircleCheck, CircleDashed, CircleSlash, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { REPORT_MESSAGES, REPORT_TYPE_LABELS } from '#contract/reports/facts.ts';
import type { OwnReport } from '#contract/reports/schemas.ts';
import { formatDay } from '#web/lib/format.ts';
import { Link } from '#web/ui/link.tsx';
import { TimeAgo } from '#web/ui/time-ago.tsx';

const KIND_LABELS: Record<OwnReport['kind'], string> = {
	item: 'Item',
	user: 'Person',
	wanted: 'Wanted post',
	review: 'Review',
};

const OUTCOMES: Record<OwnReport['status'], { Icon: LucideIcon; color: string }> = {
	pending: { Icon: CircleDashed, color: 'text-ink-soft' },
	resolved: { Icon: CircleCheck, color: 'text-good' },
	dismissed: { Icon: CircleSlash, color: 'text-ink-soft' },
};

/** One of the user's own reports, with its text and its outcome. */
export function ReportCard({ report }: { report: OwnReport }) {
	const id = useId();
	const { Icon, color } = OUTCOMES[report.status];

	return (
		<article
			aria-labelledby={id}
			className="grid gap-3 rounded-card border border-line bg-surface p-5"
		>
			<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
				<h2 id={id} className="min-w-0 text-lg">
					{report.link ? (
						<Link
							to={report.link}
							className="inline-flex min-h-11 items-center text-link underline underline-offset-4"
						>
							{report.about}
						</Link>
					) : (
						<span className="inline-flex min-h-11 items-center">{report.about}</span>
					)}
				</h2>
				<p className="text-sm wrap-anywhere text-ink-soft">
					{KIND_LABELS[report.kind]} · {typeLabel(report.type)} · <TimeAgo iso={report.createdAt} />
				</p>
			</div>
			<p className="max-w-prose wrap-anywhere whitespace-pre-line">{report.complaint}</p>
			<p className="flex items-start gap-2 border-t border-line pt-3 text-sm font-semibold">
				<Icon aria-hidden="true" className={`mt-0.5 size-4.5 shrink-0 ${color}`} />
				<span className="min-w-0 wrap-anywhere">
					{REPORT_MESSAGES.outcomes[report.status]}
					{report.resolvedAt && (
						<span className="font-normal text-ink-soft"> · {formatDay(report.resolvedAt)}</span>
					)}
				</span>
			</p>
		</article>
	);
}

/** The label of a type. A type that only a newer server knows is shown unchanged. */
function typeLabel(type: string): string {
	return type in REPORT_TYPE_LABELS
		? REPORT_TYPE_LABELS[type as keyof typeof REPORT_TYPE_LABELS]
		: type;
}
