import type * as z from 'zod/mini';
import { isolated } from '#contract/core/format.ts';
import { reportItem, reportReview, reportWanted } from '#contract/reports/endpoints.ts';
import { CONTENT_REPORT_TYPES, REPORT_MESSAGES } from '#contract/reports/facts.ts';
import { itemReport, reviewReport, wantedReport } from '#contract/reports/schemas.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { useFormDraft } from '#web/lib/drafts/use-form-draft.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { DraftedFields } from '#web/ui/form/drafted-fields.tsx';
import { toast } from '#web/ui/toast.ts';
import { useReportContent } from './queries.ts';
import { ReportForm } from './report-form.tsx';

const KINDS = {
	item: {
		title: 'Report Item',
		anonymityNote: (title: string) => `The seller is not told who reported ‘${isolated(title)}’.`,
		hint: 'What is wrong with this item?',
		endpoint: reportItem,
		schema: itemReport,
		reported: REPORT_MESSAGES.itemReported,
		failed: REPORT_MESSAGES.itemFailed,
		noConnection: REPORT_MESSAGES.itemNoConnection,
	},
	wanted: {
		title: 'Report Post',
		anonymityNote: (title: string) => `Nobody is told who reported ‘${isolated(title)}’.`,
		hint: 'What is wrong with this post?',
		endpoint: reportWanted,
		schema: wantedReport,
		reported: REPORT_MESSAGES.wantedReported,
		failed: REPORT_MESSAGES.wantedFailed,
		noConnection: REPORT_MESSAGES.wantedNoConnection,
	},
	review: {
		title: 'Report Review',
		anonymityNote: (writer: string) => `Nobody is told who reported the review by ${writer}.`,
		hint: 'What is wrong with this review?',
		endpoint: reportReview,
		schema: reviewReport,
		reported: REPORT_MESSAGES.reviewReported,
		failed: REPORT_MESSAGES.reviewFailed,
		noConnection: REPORT_MESSAGES.reviewNoConnection,
	},
};

interface ContentReportDialogProps {
	open: boolean;
	onClose: () => void;
	kind: keyof typeof KINDS;
	id: number;
	/** The title of the item or wanted post, or the name of the review's writer. */
	name: string;
}

/**
 * The dialog to report an item, a wanted post or a review. For signed-in users only: the button that opens it sends
 * visitors to the login page. Stays mounted while closed, so that the focus returns to that button.
 */
export function ContentReportDialog({ open, onClose, kind, id, name }: ContentReportDialogProps) {
	const { title, anonymityNote, hint, endpoint, schema, reported, failed, noConnection } =
		KINDS[kind];
	const report = useReportContent(endpoint);
	const draft = useFormDraft(`reports/${kind}/${id}`);

	function close() {
		if (report.isPending) return;
		report.reset();
		draft.erase();
		onClose();
	}

	function submit(body: z.output<typeof schema>) {
		const onSuccess = () => {
			onClose();
			toast(reported);
		};
		draft.eraseOnceSent(report.mutateAsync({ id, body }, { onSuccess }));
	}

	return (
		<Dialog open={open} onClose={close} title={title}>
			<p className="text-sm wrap-anywhere text-ink-soft">
				The administrators will look into it. {anonymityNote(name)}
			</p>
			<DraftedFields draft={draft} isLocked={report.isPending} onDiscard={report.reset}>
				{(typed) => (
					<ReportForm
						hint={hint}
						types={CONTENT_REPORT_TYPES}
						defaultType={kind === 'item' ? 'other' : undefined}
						schema={schema}
						typed={typed}
						isSending={report.isPending}
						failure={report.error ? errorMessageFor(report.error, failed, noConnection) : undefined}
						onCancel={close}
						onSubmitStart={report.reset}
						onSubmit={submit}
					/>
				)}
			</DraftedFields>
		</Dialog>
	);
}
