import { Dialog } from '#web/ui/dialog.tsx';
import { BarCodeScanner } from './bar-code-scanner.tsx';

interface ScanDialogProps {
	open: boolean;
	onClose: () => void;
	/** @param isbn 13 digits */
	onFound: (isbn: string) => void;
}

/** Reads the ISBN from the bar code of a book. The camera runs only while the dialog is open. */
export function ScanDialog({ open, onClose, onFound }: ScanDialogProps) {
	return (
		<Dialog open={open} onClose={onClose} title="Scan the bar code">
			<BarCodeScanner onFound={onFound} />
		</Dialog>
	);
}
