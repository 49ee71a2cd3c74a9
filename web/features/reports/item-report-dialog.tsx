import { ITEM_REPORT_TYPES, REPORT_MESSAGES } from '#contract/reports/facts.ts';
import { itemReport } from '#contract/reports/schemas.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useReportItem } from './queries.ts';
import { ReportForm } from './report-form.tsx';

export interface ItemReportDialogProps {
	open: boolean;
	onClose: () => void;
	item: { id: number; title: string };
}

/**
 * The dialog to report an item. Only for signed-in users: its button sends visitors to the login page. Stays mounted
 * while closed, so that the focus returns to that button.
 */
export function ItemReportDialog({ open, onClose, item }: ItemReportDialogProps) {
	const report = useReportItem();
	const { itemFailed, itemError } = REPORT_MESSAGES;

	function close() {
		if (report.isPending) return;
		report.reset();
		onClose();
	}

	return (
		<Dialog open={open} onClose={close} title="Report Item">
			<p className="text-sm wrap-anywhere text-ink-soft">
				The administrators will look into it. The seller is not told who reported ‘{item.title}’.
			</p>
			<ReportForm
				hint="What is wrong with this item?"
				types={ITEM_REPORT_TYPES}
				schema={itemReport}
				isSending={report.isPending}
				failure={report.error ? errorMessageFor(report.error, itemFailed, itemError) : undefined}
				onCancel={close}
				onSubmitStart={report.reset}
				onSubmit={(body) =>
					report.mutate(
						{ itemId: item.id, body },
						{
							onSuccess: () => {
								onClose();
								toast(REPORT_MESSAGES.itemReported);
							},
						},
					)
				}
			/>
		</Dialog>
	);
}
