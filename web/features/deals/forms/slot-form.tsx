import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import type { FormAction } from '#web/features/deals/actions.ts';
import { Button } from '#web/ui/button.tsx';
import { useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { SlotChoice } from './slot-choice.tsx';
import { SpotText } from './spot-text.tsx';
import { type DealFormProps, StepForm } from './step-form.tsx';
import { useChosenSlot } from './use-chosen-slot.ts';

interface SlotFormProps extends DealFormProps {
	/** Opens the form of another action. */
	onOther: (action: FormAction) => void;
}

/** Accepts one of the proposed times, or opens the form for another proposal. */
export function SlotForm({ deal, onOther, ...props }: SlotFormProps) {
	const { form, errors, showErrors } = useFormErrors<'slot'>();
	const choice = useChosenSlot();
	const { slot } = choice;
	const { handover, actions } = deal;
	if (!handover) return null;

	return (
		<StepForm
			{...props}
			form={form}
			showErrors={showErrors}
			mainField="slot"
			submitLabel={choice.buttonLabel}
			read={() =>
				slot === undefined
					? [{ field: 'slot', message: DEAL_INPUT_ERRORS.slot.message }]
					: { action: 'accept-handover', body: { handoverId: handover.id, slot } }
			}
			aside={
				actions.includes('propose-handover') && (
					<Button onClick={() => onOther('propose-handover')}>{DEAL_MESSAGES.otherTime}</Button>
				)
			}
		>
			<SpotText spot={handover.spot} />
			<SlotChoice name="slot" slots={handover.slots} choice={choice} />
			{errors.map(({ message }) => (
				<FormAlert key={message}>{message}</FormAlert>
			))}
		</StepForm>
	);
}
