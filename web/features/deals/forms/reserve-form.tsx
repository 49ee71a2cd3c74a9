import { useState } from 'react';
import { formatPrice, formatRupees } from '#contract/core/format.ts';
import { DEAL_LIMITS, RESERVATION_HOUR_CHOICES } from '#contract/deals/facts.ts';
import { DEAL_ACTION_LABELS, DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { randomUuid } from '#web/lib/random-uuid.ts';
import { FormField } from '#web/ui/form/form-field.tsx';
import { useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Select } from '#web/ui/select.tsx';
import { type DealFormProps, StepForm } from './step-form.tsx';

/** Asks how long to reserve, and at which amount: the price, or an amount that buyer and seller have accepted. */
export function ReserveForm({ deal, ...props }: DealFormProps) {
	const { form, errors, showErrors } = useFormErrors<'amount'>();
	const [hours, setHours] = useState(String(DEAL_LIMITS.reservationHours));
	// Idempotency key: if the form is sent again after a lost answer, the step is not done twice.
	const [clientId] = useState(randomUuid);
	const otherAmounts = deal.acceptedAmounts.filter((amount) => amount !== deal.askedPrice);

	return (
		<StepForm
			{...props}
			form={form}
			showErrors={showErrors}
			mainField="amount"
			submitLabel={DEAL_ACTION_LABELS.reserve}
			read={(data) => {
				const chosen = data.get('amount');
				const amount = chosen ? Number(chosen) : undefined;
				return { action: 'reserve', body: { hours: Number(hours), amount, clientId } };
			}}
		>
			<div className="grid gap-1.5">
				<p aria-hidden="true" className="text-sm font-semibold">
					{DEAL_MESSAGES.hoursLabel}
				</p>
				<SegmentedControl
					label={DEAL_MESSAGES.hoursLabel}
					segments={RESERVATION_HOUR_CHOICES.map((count) => ({
						value: String(count),
						label: DEAL_MESSAGES.hours(count),
					}))}
					value={hours}
					onChange={setHours}
				/>
			</div>
			<FormField name="amount" label={DEAL_MESSAGES.amountChoice} errors={errors}>
				{(control) => (
					<Select {...control}>
						<option value="">{DEAL_MESSAGES.atAskedPrice(formatPrice(deal.askedPrice))}</option>
						{otherAmounts.map((amount) => (
							<option key={amount} value={amount}>
								{DEAL_MESSAGES.atAccepted(formatRupees(amount))}
							</option>
						))}
					</Select>
				)}
			</FormField>
		</StepForm>
	);
}
