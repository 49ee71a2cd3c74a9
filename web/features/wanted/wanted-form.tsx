import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { WANTED_LIMITS, WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import { type WantedFields, wantedFields } from '#contract/wanted/schemas.ts';
import { useVisibleCategories } from '#web/features/catalogue/queries.ts';
import { ApiError, errorMessageFor } from '#web/lib/api/api-error.ts';
import { parseTypedPrice } from '#web/lib/typed-price.ts';
import { Button } from '#web/ui/button.tsx';
import { CountedField } from '#web/ui/form/counted-field.tsx';
import { useFirstFieldFocus } from '#web/ui/form/focus-first-field.ts';
import { FormField } from '#web/ui/form/form-field.tsx';
import { type FormError, formErrorsFrom, useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { SubjectSelect } from './subject-select.tsx';

const FIELDS = ['title', 'note', 'category', 'maxPrice', 'subject'] as const;
type FieldName = (typeof FIELDS)[number];
type WantedFormValues = Record<FieldName, string>;

interface WantedFormProps {
	initial: WantedFormValues;
	submitLabel: string;
	isSending: boolean;
	/** Why sending failed. */
	error: Error | null;
	onSubmit: (fields: WantedFields) => void;
	onCancel: () => void;
}

/**
 * The form of a wanted post. Its inputs are uncontrolled and read when the form is sent. Only category and subject
 * are controlled, because their options may change while the form is open.
 */
export function WantedForm(props: WantedFormProps) {
	const { initial, submitLabel, isSending, error, onSubmit, onCancel } = props;
	const { form, errors, showErrors } = useFormErrors<FieldName>();
	const [category, setCategory] = useState(initial.category);
	const [subject, setSubject] = useState(initial.subject);
	useFirstFieldFocus(form);
	const visible = useVisibleCategories().map(({ name }) => name);
	// A category that was hidden or renamed meanwhile can still be selected. The server decides whether to accept it.
	const categories = new Set([...visible, initial.category, category].filter(Boolean));

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (isSending) return;
		const values = Object.fromEntries(new FormData(event.currentTarget)) as WantedFormValues;
		const maxPrice = parseTypedPrice(values.maxPrice);
		const parsed = wantedFields.safeParse({ ...values, maxPrice });
		showErrors(parsed.success ? [] : formErrorsFrom(parsed.error.issues, FIELDS));
		if (parsed.success) onSubmit(parsed.data);
	}

	const showRefusal = useEffectEvent((refusal: Error) => {
		const refused = refusedFields(refusal);
		if (refused.length > 0) showErrors(refused);
	});
	useEffect(() => {
		if (error) showRefusal(error);
	}, [error]);

	return (
		<form ref={form} noValidate onSubmit={handleSubmit} className="grid content-start gap-4">
			<CountedField
				name="title"
				label="I am looking for"
				hint="A book with its edition, a model, a size"
				max={WANTED_LIMITS.titleMax}
				initial={initial.title}
				errors={errors}
			>
				{(control) => <TextInput {...control} required autoComplete="off" />}
			</CountedField>
			<FormField
				name="note"
				label="Note"
				hint="Edition, size, colour, until when you need it"
				errors={errors}
			>
				{(control) => <TextArea {...control} defaultValue={initial.note} className="min-h-20" />}
			</FormField>
			<div className="grid grid-cols-[repeat(2,minmax(0,1fr))] items-start gap-4">
				<FormField name="maxPrice" label="At most, in ₹" errors={errors}>
					{(control) => (
						<TextInput
							{...control}
							inputMode="decimal"
							autoComplete="off"
							defaultValue={initial.maxPrice}
							className="tabular-nums"
						/>
					)}
				</FormField>
				<FormField name="category" label="Category" errors={errors}>
					{(control) => (
						<Select
							{...control}
							value={category}
							onChange={({ target }) => setCategory(target.value)}
						>
							<option value="">Any</option>
							{[...categories].map((name) => (
								<option key={name}>{name}</option>
							))}
						</Select>
					)}
				</FormField>
			</div>
			<FormField name="subject" label="Subject" errors={errors}>
				{(control) => (
					<SubjectSelect
						{...control}
						anyLabel="None"
						value={subject}
						onChange={({ target }) => setSubject(target.value)}
					/>
				)}
			</FormField>
			{error && refusedFields(error).length === 0 && (
				<FormAlert>
					{errorMessageFor(error, WANTED_MESSAGES.failed, WANTED_MESSAGES.noConnection)}
				</FormAlert>
			)}
			<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
				<Button type="submit" variant="main" busy={isSending}>
					{submitLabel}
				</Button>
				<Button onClick={onCancel}>Cancel</Button>
			</div>
		</form>
	);
}

/** The errors of the server about single fields. Only the server knows the current catalogue. */
function refusedFields(error: Error | null): FormError<FieldName>[] {
	if (!(error instanceof ApiError)) return [];
	const issues = error.issues.map(({ path, message }) => ({ path: [path], message }));
	return formErrorsFrom(issues, FIELDS);
}
