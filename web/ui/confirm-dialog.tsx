import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
	open: boolean;
	title: string;
	question: string;
	confirmLabel: string;
	cancelLabel?: string;
	onConfirm: () => void;
	onCancel: () => void;
	busy?: boolean;
}

export function ConfirmDialog({
	open,
	title,
	question,
	confirmLabel,
	cancelLabel = 'Cancel',
	onConfirm,
	onCancel,
	busy = false,
}: ConfirmDialogProps) {
	return (
		<Dialog open={open} onClose={onCancel} title={title} role="alertdialog">
			<p className="wrap-anywhere">{question}</p>
			<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
				<Button variant="main" busy={busy} onClick={onConfirm}>
					{confirmLabel}
				</Button>
				<Button onClick={onCancel}>{cancelLabel}</Button>
			</div>
		</Dialog>
	);
}
