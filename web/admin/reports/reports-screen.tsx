import { useQuery } from '@tanstack/react-query';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import { DataTable } from '#web/admin/kit/data-table.tsx';
import type { KeyHint } from '#web/admin/kit/key-hints.tsx';
import { ListBody } from '#web/admin/kit/list-body.tsx';
import { ListHeading } from '#web/admin/kit/list-heading.tsx';
import { FilterSelect, SearchField, Toolbar } from '#web/admin/kit/toolbar.tsx';
import { useFilters, useOpenedId } from '#web/admin/kit/use-filters.ts';
import type { ListAction } from '#web/admin/kit/use-list-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { SORT_OPTIONS, STATUS_OPTIONS } from './labels.ts';
import { reportsQuery } from './queries.ts';
import { QueueSummary } from './queue-summary.tsx';
import type { AnyReport, ReportFilters, ReportKind } from './report-kind.ts';
import { ReportPanel } from './report-panel.tsx';
import { useDecisionControl } from './use-decision-control.ts';
import { useQueue } from './use-queue.ts';

/** The list of one kind of report with its panel and its queue. */
export function ReportsScreen<Report extends AnyReport>({ kind }: { kind: ReportKind<Report> }) {
	const { filters, page, isFiltered, change, goToPage, pageSize, sorting } = useFilters(
		{ q: '', status: 'all', type: 'all', sort: 'newest', limit: `${kind.pageSize}` },
		kind.subject,
	);
	const { openedId, open } = useOpenedId('report');
	const list = useQuery(reportsQuery(kind, filters, page));
	const decisionControl = useDecisionControl(kind);
	const queue = useQueue(kind);

	function actionsOf(report: Report): ListAction[] {
		const { id, status } = report;
		if (status !== 'pending') return [];
		if (decisionControl.isDelayed(id))
			return [{ label: 'Undo', key: 'z', run: () => decisionControl.undo(id) }];
		const possible = kind.decisions.filter(({ type }) => kind.isPossible(type, report));
		return possible.map((decision) => ({
			...decision,
			run: () =>
				void decisionControl.decide({ report, decision, input: { notes: decision.listNotes } }),
		}));
	}

	return (
		<div className="grid gap-4">
			<ListHeading
				keyHints={keyHintsOf(kind)}
				aside={
					<div className="flex flex-wrap gap-2">
						{kind.renderExport(filters)}
						<Button size="small" variant="main" onClick={() => void queue.start()}>
							Work through pending
						</Button>
					</div>
				}
			>
				{kind.heading}
			</ListHeading>
			<div>
				<ReportToolbar kind={kind} filters={filters} onChange={change} />
				<ListBody
					label={kind.heading}
					query={list}
					failureMessage={REPORT_DECISION_MESSAGES.loadFailed}
					empty={isFiltered ? NOTHING_FOUND : NOTHING_YET}
					singular="report"
					plural="reports"
					onPageChange={goToPage}
					pageSize={pageSize}
					isEmpty={({ reports }) => reports.length === 0}
				>
					{({ reports }, isBusy) => (
						<DataTable
							label={kind.heading}
							columns={kind.columns}
							rows={reports}
							idOf={({ id }) => id}
							nameOf={kind.nameOf}
							actionsOf={actionsOf}
							open={({ id }) => open(id, { shouldReplace: openedId !== undefined })}
							openedId={openedId}
							isBusy={isBusy}
							sorting={sorting}
						/>
					)}
				</ListBody>
			</div>
			{openedId !== undefined && (
				<ReportPanel
					kind={kind}
					id={openedId}
					listed={list.data?.reports.find(({ id }) => id === openedId)}
					decisionControl={decisionControl}
					queue={queue}
					onClose={() => (queue.isOn ? queue.end() : open(undefined))}
				/>
			)}
			{queue.isOn && openedId === undefined && (
				<QueueSummary queue={queue} targetNoun={kind.targetNoun} />
			)}
			<DecisionDialog decisionControl={decisionControl} />
		</div>
	);
}

const NOTHING_FOUND = { title: 'No reports match these filters.' };
const NOTHING_YET = {
	title: 'No reports yet',
	hint: 'What people report is listed here, newest first.',
};

function keyHintsOf<Report extends AnyReport>(kind: ReportKind<Report>): KeyHint[] {
	return kind.decisions.map(({ key, label }) => ({ keys: [key], action: label.toLowerCase() }));
}

interface FilterFieldsProps<Report extends AnyReport> {
	kind: ReportKind<Report>;
	filters: ReportFilters;
	onChange: (changes: Partial<ReportFilters>, options?: { isTyping: boolean }) => void;
}

function ReportToolbar<Report extends AnyReport>(props: FilterFieldsProps<Report>) {
	const { kind, filters, onChange } = props;
	return (
		<Toolbar
			values={[
				[filters.status, 'all'],
				[filters.type, 'all'],
			]}
			search={
				<SearchField
					label="Search reports"
					value={filters.q}
					onSearch={(q) => onChange({ q }, { isTyping: true })}
				/>
			}
		>
			<FilterSelect
				label="Status"
				value={filters.status}
				options={STATUS_OPTIONS}
				onChange={(status) => onChange({ status })}
			/>
			<FilterSelect
				label="Type"
				value={filters.type}
				options={kind.types}
				onChange={(type) => onChange({ type })}
			/>
			<FilterSelect
				label="Order"
				value={filters.sort}
				options={SORT_OPTIONS}
				onChange={(sort) => onChange({ sort })}
			/>
		</Toolbar>
	);
}
