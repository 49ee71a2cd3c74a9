import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { AnyReport } from './report-kind.ts';
import type { DecisionControl } from './use-decision-control.ts';

/** Asks before a decision reaches the reported user. Before a warning, the question contains the text of the warning. */
export function DecisionDialog<Report extends AnyReport>({
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
