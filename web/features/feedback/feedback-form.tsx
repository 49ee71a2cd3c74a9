import { type FormEvent, useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { codePointLength, isBlank } from '#contract/core/schemas.ts';
import { FEEDBACK_ERRORS } from '#contract/feedback/errors.ts';
import {
	FEEDBACK_CATEGORIES,
	FEEDBACK_CATEGORY_LABELS,
	FEEDBACK_LIMITS,
	FEEDBACK_MESSAGES,
} from '#contract/feedback/facts.ts';
import { feedbackForm, feedbackFormat } from '#contract/feedback/schemas.ts';
import type { FormDraft } from '#web/lib/drafts/use-form-draft.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { DraftedFields } from '#web/ui/form/drafted-fields.tsx';
import { FormField } from '#web/ui/form/form-field.tsx';
import { type FormError, formErrorsFrom, useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { RatingField } from './rating-field.tsx';

const FIELDS = ['name', 'email', 'rating', 'category', 'feedback'] as const;
type FeedbackField = (typeof FIELDS)[number];

interface FeedbackFormProps {
	draft: FormDraft;
	isSending: boolean;
	/** Why sending failed. */
	failure: string | undefined;
	/** Called when the submit button is pressed: clears the previous error. */
	onSubmitStart: () => void;
	onSubmit: (feedback: SchemaInput<typeof feedbackForm>) => void;
}

/** The feedback form, with name and email prefilled for signed-in users. */
export function FeedbackForm({ draft, isSending, failure, ...props }: FeedbackFormProps) {
	const { onSubmitStart, onSubmit } = props;
	const { user } = useSession();
	const { form, errors, showErrors } = useFormErrors<FeedbackField>();

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (isSending) return;
		onSubmitStart();
		const values = Object.fromEntries(new FormData(event.currentTarget));
		const parsed = feedbackForm.safeParse(values);
		showErrors(parsed.success ? [] : validationErrors(values, parsed.error));
		if (parsed.success) onSubmit(parsed.data);
	}

	return (
		<form ref={form} noValidate onSubmit={handleSubmit} className="grid content-start gap-4">
			<FormField name="name" label="Name" errors={errors}>
				{(control) => (
					<TextInput {...control} defaultValue={user?.userName} required autoComplete="name" />
				)}
			</FormField>
			<FormField
				name="email"
				label="Email"
				hint="Only so that we can answer you. It is never shown."
				errors={errors}
			>
				{(control) => (
					<TextInput
						{...control}
						type="email"
						defaultValue={user?.email ?? undefined}
						required
						autoComplete="email"
					/>
				)}
			</FormField>
			<DraftedFields draft={draft} isLocked={isSending} onDiscard={onSubmitStart}>
				{(typed) => (
					<>
						<RatingField
							initial={typed.get('rating')}
							error={errors.find(({ field }) => field === 'rating')?.message}
						/>
						<FormField name="category" label="Category" errors={errors}>
							{(control) => (
								<Select {...control} defaultValue={typed.get('category') ?? undefined}>
									{FEEDBACK_CATEGORIES.map((category) => (
										<option key={category} value={category}>
											{FEEDBACK_CATEGORY_LABELS[category]}
										</option>
									))}
								</Select>
							)}
						</FormField>
						<FeedbackTextField initial={typed.get('feedback') ?? ''} errors={errors} />
					</>
				)}
			</DraftedFields>
			{failure && <FormAlert>{failure}</FormAlert>}
			<Button type="submit" variant="main" busy={isSending} className="justify-self-start">
				Submit Feedback
			</Button>
		</form>
	);
}

/**
 * The errors of missing and of malformed fields. The whole message about missing fields appears once; further
 * missing fields get a shorter one. `feedbackForm` checks no formats while a field is missing, so they are checked
 * here.
 * @param formError the error of `feedbackForm`
 */
function validationErrors(
	values: Readonly<Record<string, unknown>>,
	formError: z.core.$ZodError,
): FormError<FeedbackField>[] {
	const [first, ...others] = formError.issues;
	const isMissing = ({ path: [name] }: z.core.$ZodIssue) =>
		isBlank(String(values[String(name)] ?? ''));
	const missingIssues = others.filter(isMissing).map((issue) => ({
		...issue,
		message: FEEDBACK_ERRORS.fieldRequired.message,
	}));
	const formatIssues = feedbackFormat.safeParse(values).error?.issues ?? [];
	return formErrorsFrom([...(first ? [first] : []), ...missingIssues, ...formatIssues], FIELDS);
}

interface FeedbackTextFieldProps {
	initial: string;
	errors: readonly FormError<FeedbackField>[];
}

/** The feedback text with a character counter. Exceeding the counter's limit is allowed. */
function FeedbackTextField({ initial, errors }: FeedbackTextFieldProps) {
	const textarea = useRef<HTMLTextAreaElement>(null);
	const [length, setLength] = useState(0);
	const isOverLimit = length > FEEDBACK_LIMITS.counter;
	const counter = FEEDBACK_MESSAGES.counter(length);

	// The user may have typed before hydration.
	useEffect(() => setLength(codePointLength(textarea.current?.value ?? '')), []);

	return (
		<FormField
			name="feedback"
			label="Your feedback"
			aside={isOverLimit ? <strong className="text-ink">{counter}</strong> : counter}
			hint={isOverLimit && 'A bit long, but that is fine: we read all of it.'}
			errors={errors}
		>
			{(control) => (
				<TextArea
					{...control}
					ref={textarea}
					defaultValue={initial}
					onChange={(event) => setLength(codePointLength(event.target.value))}
					required
					className="max-h-96 min-h-36"
				/>
			)}
		</FormField>
	);
}
