import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { NOTE_ERRORS } from '#contract/admin/errors.ts';
import { NOTE_LIMITS } from '#contract/admin/notes.ts';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import { codePointLength } from '#contract/core/schemas.ts';
import { REPORT_TYPE_LABELS } from '#contract/reports/facts.ts';
import { KeyCap, useLetterKeys } from '#web/admin/kit/key-hints.tsx';
import { countLabel } from '#web/admin/kit/pager.tsx';
import { PanelActions } from '#web/admin/kit/panel-actions.tsx';
import { canRetry, loadErrorMessage } from '#web/admin/kit/query-content.tsx';
import { Detail, SidePanel } from '#web/admin/kit/side-panel.tsx';
import { keepDraft, useDraft } from '#web/admin/kit/text-drafts.ts';
import { useAdminChange } from '#web/admin/kit/use-admin-change.ts';
import { formatMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { PersonLink, ReportDetails } from './report-details.tsx';
import type { AnyReport, Decision, OtherReport, ReportKind } from './report-kind.tsx';
import { type DecisionControl, reportKey } from './use-decision-control.ts';
import { type Queue, reportQuery } from './use-queue.ts';

interface DecisionButtonsProps<Report extends AnyReport> {
	decisions: readonly Decision<Report>[];
	isBusy: boolean;
	onDecide: (decision: Decision<Report>) => void;
	/** Set while a decision is delayed. */
	onUndo: (() => void) | undefined;
}

/** The decisions on a pending report with their shortcuts. */
function DecisionButtons<Report extends AnyReport>(props: DecisionButtonsProps<Report>) {
	const { decisions, isBusy, onDecide, onUndo } = props;
	if (onUndo) return <PanelActions actions={[{ label: 'Undo', key: 'z', run: onUndo }]} />;
	const actions = decisions.map((decision) => ({ ...decision, run: () => onDecide(decision) }));
	return (
		// In two columns, which leave a low window room for the report.
		<div className="grid w-full grid-cols-2 gap-2 *:px-2! *:py-0.5! *:leading-tight *:last:odd:col-span-2">
			<PanelActions actions={actions} isBusy={isBusy} />
		</div>
	);
}

interface Draft {
	notes: string;
	/** Whether the other reports that are shown are decided, too. */
	wholeTarget: boolean;
}

interface DecisionFieldsProps {
	/** Other pending reports about the same target: how many are shown, and the total. */
	others: { shown: number; all: number };
	/** 'this item', 'this person'. */
	targetLabel: string;
	/** Says who sees the notes, after which decisions. */
	notesHint: string;
	notesField: RefObject<HTMLTextAreaElement | null>;
	draft: Draft;
	onChange: (changed: Partial<Draft>) => void;
}

/** Whether notes are longer than the server accepts. */
function isTooLong(notes: string): boolean {
	return codePointLength(notes) > NOTE_LIMITS.max;
}

/** The fields sent with a decision. */
function DecisionFields(props: DecisionFieldsProps) {
	const { others, targetLabel, notesHint, notesField, draft, onChange } = props;

	return (
		<div className="grid gap-3 border-t border-line pt-5">
			<Field
				label="Notes (optional)"
				hint={`Kept with the report. ${notesHint}`}
				error={isTooLong(draft.notes) ? NOTE_ERRORS.tooLong.message : undefined}
			>
				{(control) => (
					<TextArea
						{...control}
						ref={notesField}
						rows={2}
						value={draft.notes}
						onChange={(event) => onChange({ notes: event.target.value })}
					/>
				)}
			</Field>
			{others.shown > 0 && (
				<label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm font-semibold">
					<input
						type="checkbox"
						checked={draft.wholeTarget}
						onChange={(event) => onChange({ wholeTarget: event.target.checked })}
						className="size-4.5 shrink-0 accent-link"
					/>
					{othersLabel(others)} about {targetLabel}
				</label>
			)}
		</div>
	);
}

function othersLabel({ shown, all }: DecisionFieldsProps['others']): string {
	if (all > shown) return `Also these ${shown} of the ${all} other pending reports`;
	return shown === 1 ? 'Also the other pending report' : `Also the ${shown} other pending reports`;
}

interface OtherReportsProps {
	reports: readonly OtherReport[];
	/** 'this item', 'this person'. */
	targetLabel: string;
}

/** Other pending reports about the same target, shown before they are decided together. */
function OtherReports({ reports, targetLabel }: OtherReportsProps) {
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

interface QueueProgressProps {
	queue: Queue;
	targetNoun: ReportKind<AnyReport>['targetNoun'];
	/** The id of the item, user or review whose pending report is shown; undefined once the report is decided. */
	target: number | undefined;
}

/**
 * How many items, users or reviews with pending reports are left, and a button to the next one. The button says 'Skip'
 * while the shown report is pending, and 'Next' once that report is decided.
 */
function QueueProgress({ queue, targetNoun, target }: QueueProgressProps) {
	const { remaining, skippedCount } = queue;
	const hasLetterKeys = useLetterKeys();
	const skippedText = skippedCount > 0 ? `, ${skippedCount} of them skipped` : '';

	return (
		<div className="flex flex-wrap items-center gap-2 rounded-field bg-sunken py-1 pr-1 pl-3">
			<p role="status" className="mr-auto text-sm font-semibold tabular-nums">
				{remaining &&
					`${countLabel(remaining, targetNoun.singular, targetNoun.plural)} left${skippedText}`}
			</p>
			<Button
				size="small"
				variant="quiet"
				data-key="n"
				aria-keyshortcuts={hasLetterKeys ? 'n' : undefined}
				onClick={() => void (target === undefined ? queue.advance() : queue.skip(target))}
			>
				{target === undefined ? 'Next' : 'Skip'}
				<KeyCap name="n" isInButton />
			</Button>
		</div>
	);
}

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
