import type { PersonReview } from '#contract/deals/schemas.ts';
import { ITEM_REPORT_TYPES, REPORT_MESSAGES } from '#contract/reports/facts.ts';
import { reviewReport } from '#contract/reports/schemas.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useReportReview } from './queries.ts';
import { ReportForm } from './report-form.tsx';

export interface ReviewReportDialogProps {
	open: boolean;
	onClose: () => void;
	review: PersonReview;
}

/** The dialog to report a review; for signed-in users only. */
export function ReviewReportDialog({ open, onClose, review }: ReviewReportDialogProps) {
	const report = useReportReview();
	const { reviewFailed, itemError } = REPORT_MESSAGES;

	function close() {
		if (report.isPending) return;
		report.reset();
		onClose();
	}

	return (
		<Dialog open={open} onClose={close} title="Report Review">
			<p className="text-sm wrap-anywhere text-ink-soft">
				The administrators will look into it. Nobody is told who reported the review by{' '}
				{review.by.userName}.
			</p>
			<ReportForm
				hint="What is wrong with this review?"
				types={ITEM_REPORT_TYPES}
				schema={reviewReport}
				isSending={report.isPending}
				failure={report.error ? errorMessageFor(report.error, reviewFailed, itemError) : undefined}
				onCancel={close}
				onSubmitStart={report.reset}
				onSubmit={(body) =>
					report.mutate(
						{ reviewId: review.id, body },
						{
							onSuccess: () => {
								onClose();
								toast(REPORT_MESSAGES.reviewReported);
							},
						},
					)
				}
			/>
		</Dialog>
	);
}
