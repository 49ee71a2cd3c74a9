import { type FormEvent, type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { isBlank } from '#contract/core/schemas.ts';
import { REPORT_LIMITS, REPORT_MESSAGES, REPORT_TYPE_LABELS } from '#contract/reports/facts.ts';
import { Button } from '#web/ui/button.tsx';
import { CountedField } from '#web/ui/form/counted-field.tsx';
import { useFirstFieldFocus } from '#web/ui/form/focus-first-field.ts';
import { FormField } from '#web/ui/form/form-field.tsx';
import { formErrorsFrom, useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

const FIELDS = ['complaint', 'type'] as const;
type ReportType = keyof typeof REPORT_TYPE_LABELS;

interface ReportFormProps<T extends ReportType> {
	/** A hint about what to describe. */
	hint: ReactNode;
	types: readonly T[];
	/** The type that counts if the reporter chooses none; without it, they must choose. */
	defaultType?: T | undefined;
	schema: z.ZodMiniType<{ complaint: string; type: T }>;
	/** The values of a draft, by field name; empty without a draft. */
	typed: URLSearchParams;
	/** The button stays disabled until there is text. */
	requiresText?: boolean;
	isSending: boolean;
	/** Why sending failed. */
	failure: string | undefined;
	/** Called when the submit button is pressed, to clear the previous error. */
	onSubmitStart: () => void;
	onSubmit: (report: { complaint: string; type: T }) => void;
	onCancel: () => void;
}

/** The form of a report: description and type. */
export function ReportForm<T extends ReportType>(props: ReportFormProps<T>) {
	const { hint, types, defaultType, schema, typed } = props;
	const { requiresText = false, isSending, failure } = props;
	const complaint = typed.get('complaint') ?? '';
	const [isEmpty, setIsEmpty] = useState(isBlank(complaint));
	const [chosenType, setChosenType] = useState(typed.get('type') ?? '');
	const isDefault = chosenType === '' || chosenType === defaultType;
	const { form, errors, showErrors } = useFormErrors<(typeof FIELDS)[number]>();
	useFirstFieldFocus(form);

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (isSending) return;
		props.onSubmitStart();
		const values = Object.fromEntries(new FormData(event.currentTarget));
		const parsed = z.safeParse(schema, values);
		showErrors(formErrorsFrom(parsed.error?.issues ?? [], FIELDS));
		if (parsed.success) props.onSubmit(parsed.data);
	}

	return (
		<form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-4">
			<CountedField
				name="complaint"
				label="Description"
				hint={hint}
				max={REPORT_LIMITS.complaintMax}
				initial={complaint}
				countsLate
				errors={errors}
			>
				{(control) => (
					<TextArea
						{...control}
						onChange={({ target }) => setIsEmpty(isBlank(target.value))}
						aria-required="true"
						className="max-h-64 min-h-28"
					/>
				)}
			</CountedField>
			<FormField
				name="type"
				label="Type"
				hint={defaultType && `‘${REPORT_TYPE_LABELS[defaultType]}’ unless you choose another.`}
				errors={errors}
			>
				{(control) => (
					<Select
						{...control}
						defaultValue={chosenType || defaultType}
						onChange={({ target }) => setChosenType(target.value)}
						// Looks like a placeholder until the reporter has chosen.
						style={isDefault ? { color: 'var(--color-ink-soft)' } : undefined}
					>
						{!defaultType && <option value="">Choose a type</option>}
						{types.map((type) => (
							<option key={type} value={type}>
								{REPORT_TYPE_LABELS[type]}
							</option>
						))}
					</Select>
				)}
			</FormField>
			{failure && <FormAlert>{failure}</FormAlert>}
			<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
				<Button type="submit" variant="main" busy={isSending} disabled={requiresText && isEmpty}>
					{REPORT_MESSAGES.submit}
				</Button>
				<Button onClick={props.onCancel}>Cancel</Button>
			</div>
		</form>
	);
}
