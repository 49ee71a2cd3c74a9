import { useState } from 'react';
import { formatPrice, formatRupees } from '#contract/core/format.ts';
import { counterRange, isWithinRange, offerRange } from '#contract/deals/amounts.ts';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_LIMITS, RESERVATION_HOUR_CHOICES } from '#contract/deals/facts.ts';
import { DEAL_ACTION_LABELS, DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { PRICE_INPUT_PATTERN } from '#contract/items/facts.ts';
import { parseTypedPrice } from '#web/lib/typed-price.ts';
import { FormField } from '#web/ui/form/form-field.tsx';
import { useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { type DealFormProps, StepForm } from './step-form.tsx';

interface AmountFormProps extends DealFormProps {
	action: 'offer' | 'counter-offer';
}

/** The form of an offer or a counter-offer. */
export function AmountForm({ action, deal, ...props }: AmountFormProps) {
	const { form, errors, showErrors } = useFormErrors<'amount'>();
	const { askedPrice, offer, attemptsLeft } = deal;
	const isCounter = action === 'counter-offer';
	const range = isCounter ? counterRange(askedPrice, offer?.amount ?? 0) : offerRange(askedPrice);
	const bounds = DEAL_MESSAGES.between(formatRupees(range.min), formatRupees(range.max));
	const attempts = isCounter ? DEAL_MESSAGES.oneCounter : DEAL_MESSAGES.offersLeft(attemptsLeft);

	return (
		<StepForm
			{...props}
			form={form}
			showErrors={showErrors}
			mainField="amount"
			submitLabel={isCounter ? DEAL_MESSAGES.sendCounter : DEAL_MESSAGES.sendOffer}
			read={(data) => {
				const typed = parseTypedPrice(String(data.get('amount'))).trim();
				const { message } =
					typed === ''
						? DEAL_INPUT_ERRORS.amountMissing
						: DEAL_INPUT_ERRORS.amountRange(range.min, range.max);
				const amount = PRICE_INPUT_PATTERN.test(typed) ? Number(typed) : Number.NaN;
				return isWithinRange(amount, range)
					? { action, body: { amount } }
					: [{ field: 'amount', message }];
			}}
		>
			<FormField
				name="amount"
				label={isCounter ? DEAL_MESSAGES.counterLabel : DEAL_MESSAGES.amountLabel}
				hint={`${bounds} ${attempts}`}
				errors={errors}
			>
				{(control) => (
					<TextInput
						{...control}
						inputMode="numeric"
						autoComplete="off"
						className="text-xl! font-bold tabular-nums"
					/>
				)}
			</FormField>
		</StepForm>
	);
}

/** Asks how long to reserve, and at which amount: the price, or an amount that buyer and seller have accepted. */
export function ReserveForm({ deal, ...props }: DealFormProps) {
	const { form, errors, showErrors } = useFormErrors<'amount'>();
	const [hours, setHours] = useState(String(DEAL_LIMITS.reservationHours));
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
				return { action: 'reserve', body: { hours: Number(hours), amount } };
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
