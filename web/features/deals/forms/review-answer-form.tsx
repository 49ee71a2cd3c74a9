import { codePointLength } from '#contract/core/schemas.ts';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { ReviewContent } from '#web/features/deals/cards/review-content.tsx';
import { useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { StepForm, type WrittenFormProps } from './step-form.tsx';
import { readText, TextField } from './text-field.tsx';

/** The form of the answer to the other person's review, which is shown above the field. */
export function ReviewAnswerForm({ deal, typed, ...props }: WrittenFormProps) {
	const { form, errors, showErrors } = useFormErrors<'text'>();
	const { theirs } = deal.review ?? {};
	return (
		<StepForm
			{...props}
			form={form}
			showErrors={showErrors}
			mainField="text"
			submitLabel={DEAL_MESSAGES.sendAnswer}
			read={(data) => {
				const text = readText(data);
				const length = codePointLength(text);
				return length === 0 || length > DEAL_LIMITS.reviewAnswerMax
					? [{ field: 'text', message: DEAL_INPUT_ERRORS.answerText.message }]
					: { action: 'reply-review', body: { text } };
			}}
		>
			{theirs && <ReviewContent review={theirs} />}
			<TextField
				label={DEAL_MESSAGES.answerLabel}
				hint={DEAL_MESSAGES.answerHint}
				max={DEAL_LIMITS.reviewAnswerMax}
				typed={typed}
				errors={errors}
			/>
		</StepForm>
	);
}
