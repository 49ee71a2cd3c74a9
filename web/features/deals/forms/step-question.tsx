import type { DealAction } from '#contract/deals/facts.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { type Question, stepOf } from '#web/features/deals/actions.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import type { StepFormProps } from './step-form.tsx';

interface StepQuestionProps extends StepFormProps {
	/** Undefined while nothing is asked. */
	action: DealAction | undefined;
	question: Question | undefined;
}

/** Asks before an action that cannot be taken back. */
export function StepQuestion({ action, question, deal, name, ...props }: StepQuestionProps) {
	async function confirm() {
		const step = action && stepOf(action, deal);
		if (!step) return props.onClose();
		const failure = await props.onSend(step);
		if (failure) toast(failure.message, { tone: 'bad' });
	}

	return (
		<ConfirmDialog
			open={question !== undefined}
			title={question?.title ?? ''}
			question={question?.question(name) ?? ''}
			confirmLabel={question?.confirm ?? ''}
			cancelLabel={DEAL_MESSAGES.cancel}
			busy={props.isSending}
			onConfirm={() => void confirm()}
			onCancel={props.onClose}
		/>
	);
}
