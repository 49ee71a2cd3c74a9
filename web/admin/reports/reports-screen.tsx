import { useQuery } from '@tanstack/react-query';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import { DataTable } from '#web/admin/kit/data-table.tsx';
import type { KeyHint } from '#web/admin/kit/key-hints.tsx';
import { ListBody } from '#web/admin/kit/list-body.tsx';
import { ListHeading } from '#web/admin/kit/list-heading.tsx';
import { FilterSelect, SearchField, Toolbar } from '#web/admin/kit/toolbar.tsx';
import { useFilters, useOpened } from '#web/admin/kit/use-filters.ts';
import type { ListAction } from '#web/admin/kit/use-list-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { reportsQuery } from './queries.ts';
import { QueueEnd } from './queue-end.tsx';
import type { AnyReport, ReportFilters, ReportKind } from './report-kind.ts';
import { ReportPanel } from './report-panel.tsx';
import { useDeciding } from './use-deciding.ts';
import { useQueue } from './use-queue.ts';
import { SORT_OPTIONS, STATUS_OPTIONS } from './words.ts';

/** The list of one kind of report with its panel and its queue. */
export function ReportsScreen<Report extends AnyReport>({ kind }: { kind: ReportKind<Report> }) {
	const { filters, page, isFiltered, change, turnTo, rows, sorting } = useFilters(
		{ q: '', status: 'all', type: 'all', sort: 'newest', limit: `${kind.rows}` },
		kind.subject,
	);
	const { opened, open } = useOpened('report');
	const list = useQuery(reportsQuery(kind, filters, page));
	const deciding = useDeciding(kind);
	const queue = useQueue(kind);

	function actionsOf(report: Report): ListAction[] {
		const { id, status } = report;
		if (status !== 'pending') return [];
		if (deciding.isHeld(id)) return [{ label: 'Undo', key: 'z', run: () => deciding.undo(id) }];
		const possible = kind.decisions.filter(({ type }) => kind.canBeDone(type, report));
		return possible.map((decision) => ({
			...decision,
			run: () => void deciding.take({ report, decision, words: { notes: decision.listNotes } }),
		}));
	}

	return (
		<div className="grid gap-4">
			<ListHeading
				keys={keyHintsOf(kind)}
				aside={
					<div className="flex flex-wrap gap-2">
						{kind.renderExport(filters)}
						<Button size="small" variant="main" onClick={() => void queue.begin()}>
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
					failed={REPORT_DECISION_MESSAGES.loadFailed}
					empty={isFiltered ? NOTHING_FOUND : NOTHING_YET}
					one="report"
					many="reports"
					onTurn={turnTo}
					rows={rows}
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
							open={({ id }) => open(id, { isMove: opened !== undefined })}
							openedId={opened}
							isBusy={isBusy}
							sorting={sorting}
						/>
					)}
				</ListBody>
			</div>
			{opened !== undefined && (
				<ReportPanel
					kind={kind}
					id={opened}
					listed={list.data?.reports.find(({ id }) => id === opened)}
					deciding={deciding}
					queue={queue}
					onClose={() => (queue.isOn ? queue.end() : open(undefined))}
				/>
			)}
			{queue.isOn && opened === undefined && (
				<QueueEnd queue={queue} targetWords={kind.targetWords} />
			)}
			<DecisionDialog deciding={deciding} />
		</div>
	);
}

const NOTHING_FOUND = { title: 'No reports match these filters.' };
const NOTHING_YET = {
	title: 'No reports yet',
	hint: 'What people report is listed here, newest first.',
};

function keyHintsOf<Report extends AnyReport>(kind: ReportKind<Report>): KeyHint[] {
	return kind.decisions.map(({ key, label }) => ({ keys: [key], does: label.toLowerCase() }));
}

interface FilterFieldsProps<Report extends AnyReport> {
	kind: ReportKind<Report>;
	filters: ReportFilters;
	onChange: (changes: Partial<ReportFilters>, how?: { isTyping: boolean }) => void;
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
