import { useState } from 'react';
import type { DealAction } from '#contract/deals/facts.ts';
import { type Confirmation, stepOf } from '#web/features/deals/actions.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { DealFormProps } from './step-form.tsx';

interface StepConfirmationProps extends DealFormProps {
	/** Undefined while the dialog is closed. */
	action: DealAction | undefined;
	confirmation: Confirmation | undefined;
}

/** Asks for confirmation before an action that cannot be undone. */
export function StepConfirmation({
	action,
	confirmation,
	deal,
	name,
	...props
}: StepConfirmationProps) {
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
		/>
	);
}
