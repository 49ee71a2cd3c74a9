import { codePointLength } from '#contract/core/schemas.ts';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { DEAL_ACTION_LABELS, DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { StepForm, type WrittenFormProps } from './step-form.tsx';
import { readText, TextField } from './text-field.tsx';

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
