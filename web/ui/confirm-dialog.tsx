import { useId } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FormAlert } from './form-alert.tsx';
import { takeFirstFocus } from './take-first-focus.ts';

export interface ConfirmDialogProps {
	open: boolean;
	title: string;
	question: string;
	confirmLabel: string;
	cancelLabel?: string;
	/** Makes the button of the action red. */
	isDangerous?: boolean;
	onConfirm: () => void;
	onCancel: () => void;
	/** The confirmed action is running: the dialog stays open until it has finished. */
	busy?: boolean;
	/** Why the confirmed action failed, while the dialog stays open. */
	failure?: string | undefined;
}

/** Asks before an action. The button that cancels has the focus at first. */
export function ConfirmDialog({
	open,
	title,
	question,
	confirmLabel,
	cancelLabel = 'Cancel',
	isDangerous = false,
	onConfirm,
	onCancel,
	busy = false,
	failure,
}: ConfirmDialogProps) {
	const questionId = useId();

	function cancel() {
		if (!busy) onCancel();
	}

	return (
		<Dialog open={open} onClose={cancel} title={title} role="alertdialog" describedBy={questionId}>
			<p id={questionId} className="wrap-anywhere">
				{question}
			</p>
			{failure && <FormAlert>{failure}</FormAlert>}
			<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
				<Button variant={isDangerous ? 'danger' : 'main'} busy={busy} onClick={onConfirm}>
					{confirmLabel}
				</Button>
				<Button ref={takeFirstFocus} onClick={cancel}>
					{cancelLabel}
				</Button>
			</div>
		</Dialog>
	);
}
