import { useSearchParams } from 'react-router';
import { ListScreen } from '#web/admin/kit/list-screen.tsx';
import { countLabel } from '#web/admin/kit/pager.tsx';
import { SidePanel } from '#web/admin/kit/side-panel.tsx';
import { useOpenedId } from '#web/admin/kit/use-filters.ts';
import type { ListAction } from '#web/admin/kit/use-list-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { AnyReport, ReportKind } from './report-kind.tsx';
import { ReportPanel } from './report-panel.tsx';
import { type DecisionControl, useDecisionControl } from './use-decision-control.ts';
import { type Queue, useQueue } from './use-queue.ts';

/** Asks before a decision reaches the reported user. Before a warning, the question contains the text of the warning. */
function DecisionDialog<Report extends AnyReport>({
	decisionControl,
}: {
	decisionControl: DecisionControl<Report>;
}) {
	const { unconfirmed, isConfirming, confirm, cancel } = decisionControl;
	const { decision, report, input } = unconfirmed ?? {};
	// The fixed note of a decision that was made in the list is not the text that the user reads.
	const notes = input?.notes === decision?.listNotes ? undefined : input?.notes;

	return (
		<ConfirmDialog
			open={unconfirmed !== undefined}
			title={decision?.label ?? ''}
			question={(report && decision?.question?.(report, notes)) ?? ''}
			confirmLabel={decision?.label ?? ''}
			busy={isConfirming}
			onConfirm={() => void confirm()}
			onCancel={cancel}
		/>
	);
}

interface QueueSummaryProps {
	queue: Queue;
	targetNoun: ReportKind<AnyReport>['targetNoun'];
}

/** Shown when the queue of pending reports is at none of them: before the first and after the last. */
function QueueSummary({ queue, targetNoun }: QueueSummaryProps) {
	const { remaining, start, end } = queue;
	const hasRemaining = remaining !== undefined && remaining.total > 0;

	return (
		<SidePanel
			title="Pending reports"
			onClose={end}
			actions={
				<>
					{hasRemaining && (
						<Button variant="main" size="small" onClick={() => void start()}>
							{queue.skippedCount > 0 ? 'Go through them again' : 'Begin with the oldest'}
						</Button>
					)}
					<Button size="small" onClick={end}>
						Back to the list
					</Button>
				</>
			}
		>
			{remaining === undefined ? (
				<Skeleton className="h-40" />
			) : (
				<div role="status">
					{hasRemaining ? (
						<EmptyState
							title={`${countLabel(remaining, targetNoun.singular, targetNoun.plural)} waiting`}
						>
							{queue.skippedCount > 0 ? 'Those that you skipped are still here.' : undefined}
						</EmptyState>
					) : (
						<EmptyState title="All done">Nothing is waiting for a decision.</EmptyState>
					)}
				</div>
			)}
		</SidePanel>
	);
}

/** The list of one kind of report with its panel and its queue. */
export function ReportsScreen<Report extends AnyReport>({ kind }: { kind: ReportKind<Report> }) {
	const { openedId } = useOpenedId(kind.openedParam);
	const decisionControl = useDecisionControl(kind);
	const queue = useQueue(kind);
	const isOnePerTarget = useSearchParams()[0].get('each') !== 'all';

	function actionsOf(report: Report): ListAction[] {
		const { id, status, pendingForTarget } = report;
		if (status !== 'pending') return [];
		if (decisionControl.isDelayed(id))
			return [{ label: 'Undo', key: 'z', run: () => decisionControl.undo(id) }];
		// A row that stands for several reports is decided in the panel, which shows them all.
		if (decisionControl.isBusy(id) || (isOnePerTarget && pendingForTarget > 1)) return [];
		const possible = kind.decisions.filter(({ type }) => kind.isPossible(type, report));
		return possible.map((decision) => ({
			...decision,
			run: () =>
				void decisionControl.decide({ report, decision, input: { notes: decision.listNotes } }),
		}));
	}

	return (
		<>
			<ListScreen
				section={kind}
				actionsOf={actionsOf}
				buttons={
					<Button size="small" variant="main" onClick={() => void queue.start()}>
						Work through pending
					</Button>
				}
				renderPanel={({ onClose, ...panelProps }) => (
					<ReportPanel
						{...panelProps}
						kind={kind}
						decisionControl={decisionControl}
						queue={queue}
						onClose={queue.isOn ? queue.end : onClose}
					/>
				)}
			/>
			{queue.isOn && openedId === undefined && (
				<QueueSummary queue={queue} targetNoun={kind.targetNoun} />
			)}
			<DecisionDialog decisionControl={decisionControl} />
		</>
	);
}
