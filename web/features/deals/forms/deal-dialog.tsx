import { useState } from 'react';
import type { DealAction } from '#contract/deals/facts.ts';
import { DEAL_DIALOG_TITLES } from '#contract/deals/messages.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import {
	type Confirmation,
	confirmationFor,
	type FormAction,
	isDangerous,
	isFormAction,
	type StepFailure,
	type StepRequest,
	stepOf,
} from '#web/features/deals/actions.ts';
import { type FormDraft, useFormDraft } from '#web/lib/drafts/use-form-draft.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DraftedFields } from '#web/ui/form/drafted-fields.tsx';
import { AmountForm, ReserveForm } from './price-forms.tsx';
import { ProposeForm } from './propose-form.tsx';
import { ReviewForm } from './review-form.tsx';
import type { DealFormProps } from './step-form.tsx';
import { ReleaseForm, ReviewAnswerForm } from './text-forms.tsx';

export interface DealDialogProps {
	/** Undefined while the dialog is closed. */
	action: DealAction | undefined;
	deal: Deal;
	/** The other person's name. */
	name: string;
	isSending: boolean;
	/** @param onSent called when the server has done the step */
	onSend: (step: StepRequest, onSent?: () => void) => Promise<StepFailure | undefined>;
	onClose: () => void;
}

/** Forms with a text. Entered values are kept as a draft until the form is sent or cancelled. */
const WRITTEN_FORMS = {
	release: ReleaseForm,
	review: ReviewForm,
	'reply-review': ReviewAnswerForm,
};

/** The form of an action, or the dialog to confirm it. */
export function DealDialog(props: DealDialogProps) {
	const { action, deal, name, isSending, onClose } = props;
	const confirmation = action && confirmationFor(action, deal);
	const form = action && isFormAction(action) ? action : undefined;
	// The key contains the sale, because the item can be sold to the same buyer again.
	const draft = useFormDraft(
		`deals/${deal.itemId}-${deal.buyerId}-${deal.review?.saleId ?? 0}/${form}`,
	);

	function close() {
		if (isSending) return;
		draft.erase();
		onClose();
	}

	return (
		<>
			<Dialog
				open={form !== undefined}
				onClose={close}
				title={form ? DEAL_DIALOG_TITLES[form](name) : ''}
			>
				{form && (
					<ActionForm
						{...props}
						key={form}
						form={form}
						draft={draft}
						onSend={(step) => props.onSend(step, draft.erase)}
						onClose={close}
					/>
				)}
			</Dialog>
			<StepConfirmation
				action={confirmation && action}
				confirmation={confirmation}
				deal={deal}
				name={name}
				isSending={isSending}
				onSend={props.onSend}
				onClose={close}
			/>
		</>
	);
}

interface ActionFormProps extends DealDialogProps {
	form: FormAction;
	draft: FormDraft;
}

function ActionForm({ draft, ...props }: ActionFormProps) {
	switch (props.form) {
		case 'offer':
		case 'counter-offer':
			return <AmountForm {...props} action={props.form} />;
		case 'reserve':
			return <ReserveForm {...props} />;
		case 'propose-handover':
			return <ProposeForm {...props} />;
		default: {
			const WrittenForm = WRITTEN_FORMS[props.form];
			return (
				<DraftedFields draft={draft} isLocked={props.isSending}>
					{(typed) => <WrittenForm {...props} typed={typed} />}
				</DraftedFields>
			);
		}
	}
}

interface StepConfirmationProps extends DealFormProps {
	/** Undefined while the dialog is closed. */
	action: DealAction | undefined;
	confirmation: Confirmation | undefined;
}

/** Asks for confirmation before an action that cannot be undone. */
function StepConfirmation({ action, confirmation, deal, name, ...props }: StepConfirmationProps) {
	const [failure, setFailure] = useState<string>();
	// Closing the dialog clears the failure, so that the next confirmation opens without a message.
	if (!confirmation && failure !== undefined) setFailure(undefined);

	async function confirm() {
		setFailure(undefined);
		const step = action && stepOf(action, deal);
		if (!step) return props.onClose();
		const stepFailure = await props.onSend(step);
		setFailure(stepFailure?.message);
	}

	return (
		<ConfirmDialog
			open={confirmation !== undefined}
			title={confirmation?.title ?? ''}
			question={confirmation?.consequence(name) ?? ''}
			confirmLabel={confirmation?.confirm ?? ''}
			cancelLabel={confirmation?.keep ?? ''}
			busy={props.isSending}
			onConfirm={() => void confirm()}
			onCancel={props.onClose}
			failure={failure}
			isDangerous={action !== undefined && isDangerous(action)}
		/>
	);
}
