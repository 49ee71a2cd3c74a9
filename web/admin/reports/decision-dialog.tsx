import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { AnyReport } from './report-kind.ts';
import type { Deciding } from './use-deciding.ts';

/** Asks before a decision reaches the reported person, and says what they will read. */
export function DecisionDialog<Report extends AnyReport>({
	deciding,
}: {
	deciding: Deciding<Report>;
}) {
	const { asked, isBusy, confirm, cancel } = deciding;
	const { decision, report, words } = asked ?? {};
	// The list's fixed note is not what the person reads.
	const notes = words?.notes === decision?.listNotes ? undefined : words?.notes;

	return (
		<ConfirmDialog
			open={asked !== undefined}
			title={decision?.label ?? ''}
			question={(report && decision?.question?.(report, notes)) ?? ''}
			confirmLabel={decision?.label ?? ''}
			busy={isBusy}
			onConfirm={() => void confirm()}
			onCancel={cancel}
		/>
	);
}
