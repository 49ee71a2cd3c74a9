import { type AdminHistory, HISTORY_MESSAGES } from '#contract/admin/history.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { actionLabel } from '#contract/core/action-labels.ts';
import { REPORT_TYPE_LABELS } from '#contract/reports/facts.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TimeAgo } from '#web/ui/time-ago.tsx';
import { PanelLink } from './panel-link.tsx';
import { ReportStatusLabel } from './status-label.tsx';

type Entry = AdminHistory[number];

/**
 * The history of a user or an item in its panel.
 * @param history reports and administrators' actions, newest first; undefined while loading
 */
export function HistoryList({ history }: { history: AdminHistory | undefined }) {
	return (
		<section aria-label="History" className="grid gap-2">
			<h3 className="text-base">History</h3>
			{history ? <HistoryEntries history={history} /> : <Skeleton className="h-24" />}
		</section>
	);
}

function HistoryEntries({ history }: { history: AdminHistory }) {
	if (history.length === 0) {
		return <p className="text-sm text-ink-soft">{HISTORY_MESSAGES.empty}</p>;
	}
	return (
		<ol className="grid gap-3">
			{history.map((entry) => (
				<li key={`${entry.kind}${entry.about ?? ''}${entry.id}`}>
					<HistoryEntry entry={entry} />
				</li>
			))}
		</ol>
	);
}

function HistoryEntry({ entry }: { entry: Entry }) {
	return (
		<div className="grid gap-0.5 border-l-2 border-line pl-3 text-sm">
			<p className="flex flex-wrap items-baseline gap-x-2">
				<EntryTitle entry={entry} />
				{entry.status && <ReportStatusLabel status={entry.status} />}
			</p>
			<EntryText entry={entry} />
			<p className="text-xs text-ink-soft">
				<bdi>{entry.by}</bdi>, <TimeAgo iso={entry.at} />
			</p>
		</div>
	);
}

/** The title of an entry: the name of an action, or a report with a link to its panel if the report has one. */
function EntryTitle({ entry: { id, kind, what, about } }: { entry: Entry }) {
	if (kind === 'audit') return <strong>{AUDIT_LABELS[what] ?? actionLabel(what)}</strong>;
	const type = REPORT_TYPE_LABELS[what as keyof typeof REPORT_TYPE_LABELS] ?? what;
	const labels = kind === 'report-by' ? REPORTED_BY_LABELS : REPORT_AGAINST_LABELS;
	const title = `${labels[about ?? 'item']}: ${type}`;
	// Reports about wanted posts are decided beside the post and have no panel.
	if (about === 'wanted') return <strong>{title}</strong>;
	return <PanelLink to={`${REPORT_PAGES[about ?? 'item']}?report=${id}`}>{title}</PanelLink>;
}

/** The complaint or the administrator's notes; for an action that decided a report, a link to that report. */
function EntryText({ entry: { text, report } }: { entry: Entry }) {
	const shownText = report ? report.notes : text;
	return (
		<>
			{report && <DecidedReport report={report} />}
			{shownText && <p className="wrap-anywhere whitespace-pre-line">{shownText}</p>}
		</>
	);
}

function DecidedReport({ report: { about, id } }: { report: NonNullable<Entry['report']> }) {
	const label = DECIDED_REPORT_LABELS[about];
	if (about === 'wanted') return <p>{label}</p>;
	return (
		<p>
			<PanelLink to={`${REPORT_PAGES[about]}?report=${id}`}>{label}</PanelLink>
		</p>
	);
}

/** Labels of actions that the history words differently from the audit log. */
const AUDIT_LABELS: Readonly<Record<string, string>> = { WANTED_REMOVED: 'Wanted post removed' };

const REPORT_PAGES = {
	item: ADMIN_PAGES.reports,
	user: ADMIN_PAGES.userReports,
	review: ADMIN_PAGES.reviewReports,
} as const;

const REPORT_AGAINST_LABELS = {
	item: 'Item reported',
	user: 'Person reported',
	wanted: 'Wanted post reported',
	review: 'Review reported',
} as const;

const DECIDED_REPORT_LABELS = {
	item: 'After a report about an item',
	user: 'After a report about a person',
	wanted: 'After a report about a wanted post',
	review: 'After a report about a review',
} as const;

const REPORTED_BY_LABELS = {
	item: 'Reported an item',
	user: 'Reported a person',
	wanted: 'Reported a wanted post',
	review: 'Reported a review',
} as const;
