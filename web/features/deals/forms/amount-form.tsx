import { formatRupees } from '#contract/core/format.ts';
import { counterRange, isWithinRange, offerRange } from '#contract/deals/amounts.ts';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { PRICE_INPUT_PATTERN } from '#contract/items/facts.ts';
import { parseTypedPrice } from '#web/lib/typed-price.ts';
import { FormField } from '#web/ui/form/form-field.tsx';
import { useFormErrors } from '#web/ui/form/use-form-errors.ts';
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
