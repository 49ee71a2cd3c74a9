import { useState } from 'react';
import * as z from 'zod/mini';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { REPORT_ERRORS } from '#contract/reports/errors.ts';
import { REPORT_MESSAGES, USER_REPORT_TYPES } from '#contract/reports/facts.ts';
import { userReport } from '#contract/reports/schemas.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { useFormDraft } from '#web/lib/drafts/use-form-draft.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { DraftedFields } from '#web/ui/form/drafted-fields.tsx';
import { toast } from '#web/ui/toast.ts';
import { useReportUser } from './queries.ts';
import { ReportForm } from './report-form.tsx';

export interface UserReportDialogProps {
	open: boolean;
	onClose: () => void;
	/** Undefined if the reported person could not be determined. */
	user: { id: number; userName: string } | undefined;
	/** The item, if the report comes from a chat. */
	itemId?: number | undefined;
	roomId?: string | undefined;
}

const reportFormSchema = z.pick(userReport, { complaint: true, type: true });

/**
 * The dialog to report a person. For signed-in users only: the button that opens it sends visitors to the login page.
 * Stays mounted while closed, so that the focus returns to that button.
 */
export function UserReportDialog({ open, onClose, user, itemId, roomId }: UserReportDialogProps) {
	const report = useReportUser();
	const draft = useFormDraft(`reports/user/${user?.id}`);
	const [isUnknown, setIsUnknown] = useState(false);
	const { userFailed, userNoConnection } = REPORT_MESSAGES;
	const failure = report.error
		? errorMessageFor(report.error, userFailed, userNoConnection)
		: undefined;

	function clearFailure() {
		report.reset();
		setIsUnknown(false);
	}

	function close() {
		if (report.isPending) return;
		clearFailure();
		draft.erase();
		onClose();
	}

	function submit(values: z.output<typeof reportFormSchema>) {
		setIsUnknown(!user);
		if (!user) return;
		const sending = report.mutateAsync(
			{ userId: user.id, body: { ...values, itemId, roomId } },
			{
				onSuccess: () => {
					onClose();
					toast(REPORT_MESSAGES.userReported);
				},
			},
		);
		draft.eraseOnceSent(sending);
	}

	return (
		<Dialog
			open={open}
			onClose={close}
			title={user ? CHAT_MESSAGES.report(user.userName) : 'Report User'}
		>
			<p className="text-sm text-ink-soft">
				The administrators will look into it. The other person sees neither your name nor what you
				write.
			</p>
			<DraftedFields draft={draft} isLocked={report.isPending} onDiscard={clearFailure}>
				{(typed) => (
					<ReportForm
						hint="What happened, and when?"
						types={USER_REPORT_TYPES}
						defaultType="harassment"
						schema={reportFormSchema}
						typed={typed}
						requiresText
						isSending={report.isPending}
						failure={isUnknown ? REPORT_ERRORS.unknownUser.message : failure}
						onCancel={close}
						onSubmitStart={clearFailure}
						onSubmit={submit}
					/>
				)}
			</DraftedFields>
		</Dialog>
	);
}
