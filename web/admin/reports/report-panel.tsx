import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import { loadWords } from '#web/admin/kit/load-words.ts';
import { SidePanel } from '#web/admin/kit/side-panel.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { DecisionFields } from './decision-fields.tsx';
import { OtherReports } from './other-reports.tsx';
import { reportQuery } from './queries.ts';
import { QueueStrip } from './queue-strip.tsx';
import { ReportFacts } from './report-facts.tsx';
import type { AnyReport, Decision, OtherReport, ReportKind } from './report-kind.ts';
import type { Deciding } from './use-deciding.ts';
import type { Queue } from './use-queue.ts';

interface ReportPanelProps<Report extends AnyReport> {
	kind: ReportKind<Report>;
	id: number;
	/** As the list has it. */
	listed: Report | undefined;
	deciding: Deciding<Report>;
	queue: Queue;
	onClose: () => void;
}

/** One report in full; a pending one is decided here. */
export function ReportPanel<Report extends AnyReport>(props: ReportPanelProps<Report>) {
	const { kind, id, listed, deciding, queue, onClose } = props;
	const query = useQuery(reportQuery(kind, id));
	const report = query.data?.report ?? listed;
	const others = query.data?.otherPending ?? [];
	const { draft, write } = useDraft(id, others);
	const isPending = report?.status === 'pending';
	const isHeld = deciding.isHeld(id);

	function take(decision: Decision<Report>): void {
		if (!report) return;
		const { notes, wholeTarget } = draft;
		const words = {
			notes: notes.trim() || undefined,
			...(wholeTarget && { wholeTarget, otherReports: others.map((other) => other.id) }),
		};
		void deciding.take({ report, decision, words, onTaken: queue.isOn ? queue.goOn : undefined });
	}

	return (
		<SidePanel
			title={titleOf(kind, report)}
			onClose={onClose}
			actions={
				isPending && (
					<DecisionButtons
						decisions={kind.decisions.filter(({ type }) => kind.canBeDone(type, report))}
						isBusy={deciding.isBusy}
						onTake={take}
						onUndo={isHeld ? () => deciding.undo(id) : undefined}
					/>
				)
			}
		>
			{queue.isOn && (
				<QueueStrip
					queue={queue}
					targetWords={kind.targetWords}
					target={report && isPending ? kind.targetOf(report) : undefined}
				/>
			)}
			{query.isError && <PanelError error={query.error} onRetry={() => void query.refetch()} />}
			{!report && query.isPending && <Skeleton className="h-64" />}
			{report && (
				<Shown key={`${id} ${report.status} ${isHeld}`}>
					<ReportFacts kind={kind} report={report} />
					{isPending && others.length > 0 && (
						<OtherReports reports={others} aboutWords={kind.aboutWords} />
					)}
					{isPending && !isHeld && (
						<DecisionFields
							others={{ shown: others.length, all: report.pendingForTarget - 1 }}
							aboutWords={kind.aboutWords}
							notesShown={kind.notesShown}
							draft={draft}
							onWrite={write}
						/>
					)}
				</Shown>
			)}
		</SidePanel>
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

/** What is written belongs to one report: the next begins empty. The tick is for the others that were there as it was set. */
function useDraft(id: number, others: readonly OtherReport[]) {
	const [kept, keep] = useState({ id, notes: '', ticked: NONE });
	const { notes, ticked } = kept.id === id ? kept : { notes: '', ticked: NONE };
	const wholeTarget = others.length > 0 && others.every((other) => ticked.has(other.id));
	const numbersOf = (isTicked: boolean) =>
		isTicked ? new Set(others.map((other) => other.id)) : NONE;
	return {
		draft: { notes, wholeTarget },
		write: (changed: { notes?: string; wholeTarget?: boolean }) =>
			keep({
				id,
				notes: changed.notes ?? notes,
				ticked: changed.wholeTarget === undefined ? ticked : numbersOf(changed.wholeTarget),
			}),
	};
}

const NONE: ReadonlySet<number> = new Set();

/** Takes the focus where what had it went away, so that a screen reader and the keys go on from here. */
function Shown({ children }: { children: ReactNode }) {
	const part = useRef<HTMLDivElement>(null);
	useEffect(() => {
		const { activeElement } = document;
		const isInPanel = part.current?.closest('dialog')?.contains(activeElement);
		if (isInPanel || activeElement === document.body) part.current?.focus({ preventScroll: true });
	}, []);

	return (
		<div ref={part} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
			{children}
		</div>
	);
}

function PanelError({ error, onRetry }: { error: Error; onRetry: () => void }) {
	const message = loadWords(error, REPORT_DECISION_MESSAGES.loadFailed);
	return <ErrorState error={error} message={message} onRetry={onRetry} />;
}
