import { useSearchParams } from 'react-router';
import { ListScreen } from '#web/admin/kit/list-screen.tsx';
import { useOpenedId } from '#web/admin/kit/use-filters.ts';
import type { ListAction } from '#web/admin/kit/use-list-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { QueueSummary } from './queue-summary.tsx';
import type { AnyReport, ReportKind } from './report-kind.ts';
import { ReportPanel } from './report-panel.tsx';
import { useDecisionControl } from './use-decision-control.ts';
import { useQueue } from './use-queue.ts';

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
