import { REPORT_TYPE_LABELS } from '#contract/reports/facts.ts';
import { formatMoment } from '#web/lib/format.ts';
import { PersonLink } from './report-details.tsx';
import type { OtherReport } from './report-kind.ts';

interface OtherReportsProps {
	reports: readonly OtherReport[];
	/** 'this item', 'this person'. */
	targetLabel: string;
}

/** Other pending reports about the same target, shown before they are decided together. */
export function OtherReports({ reports, targetLabel }: OtherReportsProps) {
	return (
		<section aria-label={`Other pending reports about ${targetLabel}`} className="grid gap-3">
			<h3 className="font-text text-base tracking-normal">
				Other pending reports about {targetLabel}
			</h3>
			<ul className="grid gap-4">
				{reports.map(({ id, type, complaint, reporter, createdAt }) => (
					<li key={id} className="grid gap-1">
						<p className="text-sm text-ink-soft">{REPORT_TYPE_LABELS[type]}</p>
						<blockquote className="border-l-3 border-line pl-3 wrap-anywhere whitespace-pre-line">
							{complaint}
						</blockquote>
						<p className="text-sm wrap-anywhere">
							<PersonLink {...reporter} />
							<span className="text-ink-soft"> {formatMoment(createdAt)}</span>
						</p>
					</li>
				))}
			</ul>
		</section>
	);
}
