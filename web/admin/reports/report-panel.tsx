import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import { canRetry, loadErrorMessage } from '#web/admin/kit/load-error-message.ts';
import { PanelActions } from '#web/admin/kit/panel-actions.tsx';
import { Detail, SidePanel } from '#web/admin/kit/side-panel.tsx';
import { keepDraft, useDraft } from '#web/admin/kit/text-drafts.ts';
import { useAdminChange } from '#web/admin/kit/use-admin-change.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { DecisionFields, isTooLong } from './decision-fields.tsx';
import { reportKey } from './delayed-decisions.ts';
import { OtherReports } from './other-reports.tsx';
import { reportQuery } from './queries.ts';
import { QueueProgress } from './queue-progress.tsx';
import { ReportDetails } from './report-details.tsx';
import type { AnyReport, Decision, OtherReport, ReportKind } from './report-kind.ts';
import type { DecisionControl } from './use-decision-control.ts';
import type { Queue } from './use-queue.ts';

interface ReportPanelProps<Report extends AnyReport> {
	kind: ReportKind<Report>;
	id: number;
	/** The report as the list has it. */
	listed: Report | undefined;
	decisionControl: DecisionControl<Report>;
	queue: Queue;
	onClose: () => void;
}

/** The panel of one report, with the decisions if the report is pending. */
export function ReportPanel<Report extends AnyReport>(props: ReportPanelProps<Report>) {
	const { kind, id, listed, decisionControl, queue, onClose } = props;
	const query = useQuery(reportQuery(kind, id));
	const report = query.data?.report ?? listed;
	const others = query.data?.otherPending ?? [];
	const { draft, updateDraft } = useDecisionDraft(reportKey(kind, id), others);
	const isPending = report?.status === 'pending';
	/** Whether a decision was made that is not sent yet: for some seconds it can be undone. */
	const isDelayed = decisionControl.isDelayed(id);
	const notesField = useRef<HTMLTextAreaElement>(null);

	function decide(decision: Decision<Report>): void {
		if (!report) return;
		const { notes, wholeTarget } = draft;
		if (isTooLong(notes)) {
			notesField.current?.focus();
			return;
		}
		const input = {
			notes: notes.trim() || undefined,
			...(wholeTarget && { wholeTarget, otherReports: others.map((other) => other.id) }),
		};
		void decisionControl.decide({
			report,
			decision,
			input,
			onDecided: queue.isOn ? queue.advance : undefined,
		});
	}

	return (
		<SidePanel
			title={titleOf(kind, report)}
			openedId={id}
			onClose={onClose}
			actions={
				report && (
					<ReportActions {...{ kind, report, decisionControl, isDelayed }} onDecide={decide} />
				)
			}
		>
			{queue.isOn && (
				<QueueProgress
					queue={queue}
					targetNoun={kind.targetNoun}
					target={report && isPending ? kind.targetOf(report) : undefined}
				/>
			)}
			{query.isError && <PanelError error={query.error} onRetry={() => void query.refetch()} />}
			{!report && query.isPending && <Skeleton className="h-64" />}
			{report && (
				<FocusedContent key={`${id} ${report.status} ${isDelayed}`}>
					<ReportDetails kind={kind} report={report} full={query.data} />
					<UnsentNotes report={report} notes={draft.notes} />
					{isPending && others.length > 0 && (
						<OtherReports reports={others} targetLabel={kind.targetLabel} />
					)}
					{isPending && !isDelayed && (
						<DecisionFields
							others={{ shown: others.length, all: report.pendingForTarget - 1 }}
							targetLabel={kind.targetLabel}
							notesHint={kind.notesHint}
							notesField={notesField}
							draft={draft}
							onChange={updateDraft}
						/>
					)}
				</FocusedContent>
			)}
		</SidePanel>
	);
}

interface ReportActionsProps<Report extends AnyReport>
	extends Pick<ReportPanelProps<Report>, 'kind' | 'decisionControl'> {
	report: Report;
	isDelayed: boolean;
	onDecide: (decision: Decision<Report>) => void;
}

function ReportActions<Report extends AnyReport>(props: ReportActionsProps<Report>) {
	const { kind, report, decisionControl, isDelayed, onDecide } = props;
	const { id, status } = report;
	if (status !== 'pending') return <ReopenReport kind={kind} report={report} />;
	return (
		<DecisionButtons
			decisions={kind.decisions.filter(({ type }) => kind.isPossible(type, report))}
			isBusy={decisionControl.isBusy(id)}
			onDecide={onDecide}
			onUndo={isDelayed ? () => decisionControl.undo(id) : undefined}
		/>
	);
}

interface ReopenReportProps<Report extends AnyReport> {
	kind: ReportKind<Report>;
	report: Report;
}

/** The button that lets a decided report wait for a decision again, with the question before. */
function ReopenReport<Report extends AnyReport>({ kind, report }: ReopenReportProps<Report>) {
	const [isAsking, setIsAsking] = useState(false);
	const reopen = useAdminChange({
		run: () => kind.reopen(report.id).finally(() => setIsAsking(false)),
		dataKinds: [kind.dataKind],
		failureMessage: REPORT_DECISION_MESSAGES.reopenFailed,
	});
	return (
		<>
			<PanelActions
				actions={[{ label: 'Reopen', key: 'o', run: () => setIsAsking(true) }]}
				isBusy={reopen.isPending}
			/>
			<ConfirmDialog
				open={isAsking}
				title="Reopen"
				question={`${report.reporter.userName} is told that the administrators look at the report again. A warning or a ban stays as it is.`}
				confirmLabel="Reopen"
				busy={reopen.isPending}
				onConfirm={() => reopen.mutate(undefined)}
				onCancel={() => setIsAsking(false)}
			/>
		</>
	);
}

function titleOf<Report extends AnyReport>(
	kind: ReportKind<Report>,
	report: Report | undefined,
): string {
	if (!report) return 'Report';
	const name = kind.nameOf(report);
	return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

/**
 * Typed notes belong to one report, and are kept until a decision on it is sent. The checkbox applies to the other
 * reports that were shown when it was ticked.
 */
function useDecisionDraft(key: string, others: readonly OtherReport[]) {
	const { notes = '' } = useDraft(key);
	const [lastTicked, setLastTicked] = useState({ key, ids: NO_IDS });
	const tickedIds = lastTicked.key === key ? lastTicked.ids : NO_IDS;
	const wholeTarget = others.length > 0 && others.every((other) => tickedIds.has(other.id));

	function updateDraft(changes: { notes?: string; wholeTarget?: boolean }): void {
		if (changes.notes !== undefined) keepDraft(key, { notes: changes.notes });
		if (changes.wholeTarget !== undefined) {
			const ids = changes.wholeTarget ? new Set(others.map(({ id }) => id)) : NO_IDS;
			setLastTicked({ key, ids });
		}
	}

	return { draft: { notes, wholeTarget }, updateDraft };
}

/** Typed notes that no decision contains, for example because a colleague decided first. They can still be copied. */
function UnsentNotes({ report, notes }: { report: AnyReport; notes: string }) {
	if (report.status === 'pending' || notes === '') return null;
	return (
		<dl>
			<Detail label="Your notes, not sent">{notes}</Detail>
		</dl>
	);
}

const NO_IDS: ReadonlySet<number> = new Set();

/**
 * Takes the focus when it is mounted, unless the focus is outside the panel: the content that it replaces may have had
 * the focus. Screen readers and shortcuts then continue from here.
 */
function FocusedContent({ children }: { children: ReactNode }) {
	const container = useRef<HTMLDivElement>(null);
	useEffect(() => {
		const { activeElement } = document;
		const isInPanel = container.current?.closest('dialog')?.contains(activeElement);
		if (isInPanel || activeElement === document.body)
			container.current?.focus({ preventScroll: true });
	}, []);

	return (
		<div ref={container} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
			{children}
		</div>
	);
}

function PanelError({ error, onRetry }: { error: Error; onRetry: () => void }) {
	const message = loadErrorMessage(error, REPORT_DECISION_MESSAGES.loadFailed);
	return <ErrorState error={error} message={message} {...(canRetry(error) && { onRetry })} />;
}
