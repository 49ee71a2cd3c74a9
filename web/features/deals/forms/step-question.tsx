import { useState } from 'react';
import type { DealAction } from '#contract/deals/facts.ts';
import { type Question, stepOf } from '#web/features/deals/actions.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { StepFormProps } from './step-form.tsx';

interface StepQuestionProps extends StepFormProps {
	/** Undefined while no question is open. */
	action: DealAction | undefined;
	question: Question | undefined;
}

/** Asks for confirmation before an action that cannot be undone. */
export function StepQuestion({ action, question, deal, name, ...props }: StepQuestionProps) {
	const [failure, setFailure] = useState<string>();

	async function confirm() {
		setFailure(undefined);
		const step = action && stepOf(action, deal);
		if (!step) return props.onClose();
		const refused = await props.onSend(step);
		setFailure(refused?.message);
	}

	function cancel() {
		setFailure(undefined);
		props.onClose();
	}

	return (
		<ConfirmDialog
			open={question !== undefined}
			title={question?.title ?? ''}
			question={question?.question(name) ?? ''}
			confirmLabel={question?.confirm ?? ''}
			cancelLabel={question?.keep ?? ''}
			busy={props.isSending}
			onConfirm={() => void confirm()}
			onCancel={cancel}
			failure={failure}
		/>
	);
}
