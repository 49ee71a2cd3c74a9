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
	return <PanelActions actions={actions} isBusy={isBusy} />;
}
