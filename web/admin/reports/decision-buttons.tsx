import { PanelActions } from '#web/admin/kit/panel-actions.tsx';
import type { AnyReport, Decision } from './report-kind.ts';

interface DecisionButtonsProps<Report extends AnyReport> {
	decisions: readonly Decision<Report>[];
	isBusy: boolean;
	onDecide: (decision: Decision<Report>) => void;
	/** Set while a decision is delayed. */
	onUndo: (() => void) | undefined;
}

/** The decisions on a pending report with their shortcuts. */
export function DecisionButtons<Report extends AnyReport>(props: DecisionButtonsProps<Report>) {
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
