import { codePointLength } from '#contract/core/schemas.ts';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { DEAL_ACTION_LABELS, DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { ReviewContent } from '#web/features/deals/cards/review-content.tsx';
import { CountedField } from '#web/ui/form/counted-field.tsx';
import { type FormError, useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { StepForm, type WrittenFormProps } from './step-form.tsx';

/** Releases the reservation, with an optional reason. */
export function ReleaseForm({ deal: _, name, typed, ...props }: WrittenFormProps) {
	const { form, errors, showErrors } = useFormErrors<'text'>();
	return (
		<StepForm
			{...props}
			form={form}
			showErrors={showErrors}
			mainField="text"
			submitLabel={DEAL_ACTION_LABELS.release}
			read={(data) => {
				const reason = readText(data) || undefined;
				return codePointLength(reason ?? '') > DEAL_LIMITS.releaseReasonMax
					? [{ field: 'text', message: DEAL_INPUT_ERRORS.reason.message }]
					: { action: 'release', body: { reason } };
			}}
		>
			<TextField
				label={DEAL_MESSAGES.reasonLabel}
				hint={DEAL_MESSAGES.reasonHint(name)}
				max={DEAL_LIMITS.releaseReasonMax}
				typed={typed}
				errors={errors}
			/>
		</StepForm>
	);
}

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

interface TextFieldProps {
	label: string;
	hint?: string;
	/** In code points. */
	max: number;
	/** The values of a draft, by field name; empty without a draft. */
	typed: URLSearchParams;
	errors: readonly FormError<string>[];
}

/** A text of several lines. A counter appears near the limit. */
export function TextField({ typed, ...props }: TextFieldProps) {
	return (
		<CountedField {...props} name="text" initial={typed.get('text') ?? ''} countsLate>
			{(control) => <TextArea {...control} rows={3} className="max-h-64 min-h-24" />}
		</CountedField>
	);
}

/** The trimmed text, as it is sent. */
export function readText(data: FormData): string {
	return String(data.get('text') ?? '').trim();
}
