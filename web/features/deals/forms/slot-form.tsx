import { useState } from 'react';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import type { FormAction } from '#web/features/deals/actions.ts';
import { formatDealTime } from '#web/features/deals/deal-times.ts';
import { Button } from '#web/ui/button.tsx';
import { useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { SlotChoice } from './slot-choice.tsx';
import { SpotText } from './spot-text.tsx';
import { StepForm, type StepFormProps } from './step-form.tsx';

interface SlotFormProps extends StepFormProps {
	onOther: (action: FormAction) => void;
}

/** Accepts one of the proposed times, or opens the form for another proposal. */
export function SlotForm({ deal, onOther, ...props }: SlotFormProps) {
	const { form, errors, showErrors } = useFormErrors<'slot'>();
	const [slot, setSlot] = useState<string>();
	const { handover, actions } = deal;
	if (!handover) return null;

	return (
		<StepForm
			{...props}
			form={form}
			showErrors={showErrors}
			mainField="slot"
			submitLabel={
				slot === undefined
					? DEAL_MESSAGES.chooseFirst
					: DEAL_MESSAGES.takeSlot(formatDealTime(slot))
			}
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
			<SlotChoice name="slot" slots={handover.slots} onChange={setSlot} />
			{errors.map(({ message }) => (
				<FormAlert key={message}>{message}</FormAlert>
			))}
		</StepForm>
	);
}
