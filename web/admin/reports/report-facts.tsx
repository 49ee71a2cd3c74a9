import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { REPORT_TYPE_LABELS } from '#contract/reports/reports.ts';
import { Fact } from '#web/admin/kit/side-panel.tsx';
import { StatusWord } from '#web/admin/kit/status-word.tsx';
import { formatMoment } from '#web/lib/format.ts';
import { Link } from '#web/ui/link.tsx';
import type { AnyReport, ReportKind } from './report-kind.ts';
import { OUTCOME_LABELS, REPORT_STATUS_LOOKS } from './words.ts';

interface ReportFactsProps<Report extends AnyReport> {
	kind: ReportKind<Report>;
	report: Report;
}

/** Everything that is known of a report. */
export function ReportFacts<Report extends AnyReport>({ kind, report }: ReportFactsProps<Report>) {
	const look = REPORT_STATUS_LOOKS[report.status];

	return (
		<>
			<div className="grid gap-2">
				<p className="flex flex-wrap items-center gap-x-3">
					<StatusWord tone={look.tone}>{look.label}</StatusWord>
					<span className="text-sm text-ink-soft">{REPORT_TYPE_LABELS[report.type]}</span>
				</p>
				<blockquote className="border-l-3 border-accent pl-3 wrap-anywhere whitespace-pre-line">
					{report.complaint}
				</blockquote>
			</div>
			{kind.renderTarget(report)}
			<dl className="grid gap-3">
				<Fact label="Reporter">
					<PersonLink {...report.reporter} />
				</Fact>
				<Fact label="Reported">{formatMoment(report.createdAt)}</Fact>
				{report.status !== 'pending' && <DecidedFacts report={report} />}
			</dl>
			{kind.renderMore?.(report)}
		</>
	);
}

function DecidedFacts({ report }: { report: AnyReport }) {
	const { resolver, resolvedAt, action, adminNotes } = report;
	return (
		<>
			{resolver && <Fact label="Decided by">{resolver.username}</Fact>}
			{resolvedAt && <Fact label="Decided">{formatMoment(resolvedAt)}</Fact>}
			{action && <Fact label="Action">{OUTCOME_LABELS[action]}</Fact>}
			{adminNotes && <Fact label="Notes">{adminNotes}</Fact>}
		</>
	);
}

/** A user's name, leading to their panel as long as there is one. */
export function PersonLink({ id, userName, isGone }: AnyReport['reporter']) {
	if (isGone) return <span className="font-semibold">{userName}</span>;
	return (
		<Link to={`${ADMIN_PAGES.users}?user=${id}`} className="font-semibold text-link">
			{userName}
		</Link>
	);
}
