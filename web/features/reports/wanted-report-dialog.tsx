import { ITEM_REPORT_TYPES, REPORT_MESSAGES } from '#contract/reports/facts.ts';
import { wantedReport } from '#contract/reports/schemas.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useReportWanted } from './queries.ts';
import { ReportForm } from './report-form.tsx';

export interface WantedReportDialogProps {
	open: boolean;
	onClose: () => void;
	post: { id: number; title: string };
}

/** The dialog to report a wanted post; for signed-in users only. */
export function WantedReportDialog({ open, onClose, post }: WantedReportDialogProps) {
	const report = useReportWanted();
	const { wantedFailed, itemError } = REPORT_MESSAGES;

	function close() {
		if (report.isPending) return;
		report.reset();
		onClose();
	}

	return (
		<Dialog open={open} onClose={close} title="Report Post">
			<p className="text-sm wrap-anywhere text-ink-soft">
				The administrators will look into it. Nobody is told who reported ‘{post.title}’.
			</p>
			<ReportForm
				hint="What is wrong with this post?"
				types={ITEM_REPORT_TYPES}
				schema={wantedReport}
				isSending={report.isPending}
				failure={report.error ? errorMessageFor(report.error, wantedFailed, itemError) : undefined}
				onCancel={close}
				onSubmitStart={report.reset}
				onSubmit={(body) =>
					report.mutate(
						{ wantedId: post.id, body },
						{
							onSuccess: () => {
								onClose();
								toast(REPORT_MESSAGES.wantedReported);
							},
						},
					)
				}
			/>
		</Dialog>
	);
}
