import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import type { PersonRecord } from '#contract/admin/reports.ts';
import { REPORT_TYPE_LABELS } from '#contract/reports/facts.ts';
import { HistoryList } from '#web/admin/kit/history-list.tsx';
import { PanelLink } from '#web/admin/kit/panel-link.tsx';
import { Detail } from '#web/admin/kit/side-panel.tsx';
import { ReportStatusLabel } from '#web/admin/kit/status-label.tsx';
import { formatMoment, formatMonth } from '#web/lib/format.ts';
import type { AnyReport, FullReport, Outcome, ReportKind } from './report-kind.tsx';

interface ReportDetailsProps<Report extends AnyReport> {
	kind: ReportKind<Report>;
	report: Report;
	/** The report in full; undefined while only the row of the list is there. */
	full: FullReport<Report> | undefined;
}

/** All details of a report. */
export function ReportDetails<Report extends AnyReport>({
	kind,
	report,
	full,
}: ReportDetailsProps<Report>) {
	const person = kind.personOf(report);

	return (
		<>
			<div className="grid gap-2">
				<p className="flex flex-wrap items-center gap-x-3">
					<ReportStatusLabel status={report.status} />
					<span className="text-sm text-ink-soft">{REPORT_TYPE_LABELS[report.type]}</span>
				</p>
				<blockquote className="border-l-3 border-accent pl-3 wrap-anywhere whitespace-pre-line">
					{report.complaint}
				</blockquote>
			</div>
			{kind.renderTarget(report, full?.item)}
			<dl className="grid gap-3">
				<Detail label="Reporter">
					<PersonLink {...report.reporter} />
				</Detail>
				<RecordLine person={person} records={full?.records} />
				<RecordLine person={report.reporter} records={full?.records} />
				<Detail label="Reported">{formatMoment(report.createdAt)}</Detail>
				{report.status !== 'pending' && <DecisionInfo report={report} />}
			</dl>
			{kind.renderMore?.(report)}
			{full?.history?.some(({ what }) => what === 'REPORT_REOPENED') && (
				<HistoryList history={full.history} />
			)}
		</>
	);
}

interface RecordLineProps {
	person: { id: number; userName: string };
	records: readonly PersonRecord[] | undefined;
}

/** What administrators know of the reported person or the reporter, in one line. */
function RecordLine({ person: { id, userName }, records }: RecordLineProps) {
	const record = records?.find((each) => each.id === id);
	if (!record) return null;
	const { joinedAt, warnings, bans, against, sent } = record;
	const facts = [
		`here since ${formatMonth(joinedAt)}`,
		`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
		`${bans} ${bans === 1 ? 'ban' : 'bans'}`,
		`${against.upheld} of ${against.all} reports against them upheld`,
		`${sent.upheld} of ${sent.all} by them upheld`,
	];
	return <Detail label={`Record of ${userName}`}>{facts.join(' · ')}</Detail>;
}

const OUTCOME_LABELS: Readonly<Record<Outcome, string>> = {
	none: 'No action',
	item_banned: 'Item banned',
	review_hidden: 'Review hidden',
	user_warned: 'User warned',
	user_banned: 'User banned',
};

function DecisionInfo({ report }: { report: AnyReport }) {
	const { resolver, resolvedAt, action, adminNotes } = report;
	return (
		<>
			{resolver && <Detail label="Decided by">{resolver.username}</Detail>}
			{resolvedAt && <Detail label="Decided">{formatMoment(resolvedAt)}</Detail>}
			{action && <Detail label="Action">{OUTCOME_LABELS[action]}</Detail>}
			{adminNotes && <Detail label="Notes">{adminNotes}</Detail>}
		</>
	);
}

/** A user's name, as a link to their panel unless the account is erased. */
export function PersonLink({ id, userName, isGone }: AnyReport['reporter']) {
	if (isGone) return <span className="font-semibold">{userName}</span>;
	return <PanelLink to={`${ADMIN_PAGES.users}?user=${id}`}>{userName}</PanelLink>;
}
