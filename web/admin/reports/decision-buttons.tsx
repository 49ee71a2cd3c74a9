import { KeyCap } from '#web/admin/kit/key-hints.tsx';
import { useLetterKeys } from '#web/admin/kit/letter-keys.ts';
import { PanelActions } from '#web/admin/kit/panel-actions.tsx';
import { Button } from '#web/ui/button.tsx';
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
	const hasLetterKeys = useLetterKeys();

	if (onUndo) return <PanelActions actions={[{ label: 'Undo', key: 'z', run: onUndo }]} />;
	return (
		// In two columns, which leave a low window room for the report.
		<div className="grid w-full grid-cols-2 gap-2">
			{decisions.map((decision, index) => (
				<Button
					key={decision.type}
					size="small"
					variant={index === 0 ? 'main' : 'plain'}
					busy={isBusy}
					data-key={decision.key}
					aria-keyshortcuts={hasLetterKeys ? decision.key : undefined}
					onClick={() => onDecide(decision)}
					className="px-2! py-0.5! leading-tight last:odd:col-span-2"
				>
					<span className={decision.isDestructive ? 'text-bad' : ''}>{decision.label}</span>
					<KeyCap name={decision.key} isInButton />
				</Button>
			))}
		</div>
	);
}
