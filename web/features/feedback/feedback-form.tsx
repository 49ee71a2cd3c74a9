import { type FormEvent, useEffect, useRef, useState } from 'react';
import { lengthOf } from '#contract/common.ts';
import type { Sent } from '#contract/endpoint.ts';
import {
	FEEDBACK_CATEGORIES,
	FEEDBACK_CATEGORY_LABELS,
	FEEDBACK_LIMITS,
	FEEDBACK_MESSAGES,
	feedbackForm,
} from '#contract/feedback.ts';
import { CheckedField } from '#web/features/auth/checked-field.tsx';
import { type BrokenRule, useBrokenRule } from '#web/features/auth/use-broken-rule.ts';
import { useSession } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { RatingField } from './rating-field.tsx';

type FeedbackField = keyof typeof feedbackForm.shape;

interface FeedbackFormProps {
	isSending: boolean;
	/** Why it has not gone out. */
	failure: string | undefined;
	onSubmit: (feedback: Sent<typeof feedbackForm>) => void;
}

/** Name and address are there already for who is signed in; everything can be changed. */
export function FeedbackForm({ isSending, failure, onSubmit }: FeedbackFormProps) {
	const { user } = useSession();
	const { form, broken, point } = useBrokenRule<FeedbackField>();

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (isSending) return;
		const parsed = feedbackForm.safeParse(Object.fromEntries(new FormData(event.currentTarget)));
		if (parsed.success) {
			point(undefined);
			return onSubmit(parsed.data);
		}
		const [issue] = parsed.error.issues;
		const field = (issue?.path[0] ?? 'name') as FeedbackField;
		point({ field, message: issue?.message ?? FEEDBACK_MESSAGES.required });
		// A group has no element of its own to go to.
		if (field === 'rating') form.current?.querySelector<HTMLInputElement>('[name=rating]')?.focus();
	}

	return (
		<form ref={form} noValidate onSubmit={handleSubmit} className="grid content-start gap-4">
			<CheckedField name="name" label="Name" broken={broken}>
				{(control) => (
					<TextInput {...control} defaultValue={user?.userName} required autoComplete="name" />
				)}
			</CheckedField>
			<CheckedField
				name="email"
				label="Email"
				hint="Only so that we can answer you. It is never shown."
				broken={broken}
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
			</CheckedField>
			<RatingField error={broken?.field === 'rating' ? broken.message : undefined} />
			<CheckedField name="category" label="Category" broken={broken}>
				{(control) => (
					<Select {...control}>
						{FEEDBACK_CATEGORIES.map((category) => (
							<option key={category} value={category}>
								{FEEDBACK_CATEGORY_LABELS[category]}
							</option>
						))}
					</Select>
				)}
			</CheckedField>
			<WordsField broken={broken} />
			{failure && !broken && <FormAlert>{failure}</FormAlert>}
			<Button type="submit" variant="main" busy={isSending} className="justify-self-start">
				Submit Feedback
			</Button>
		</form>
	);
}

/** The words with their counter, which warns calmly: going over it is allowed (spec 1 §5, "Feedback"). */
function WordsField({ broken }: { broken: BrokenRule<FeedbackField> | undefined }) {
	const area = useRef<HTMLTextAreaElement>(null);
	const [length, setLength] = useState(0);
	const isOver = length > FEEDBACK_LIMITS.counter;
	const counter = FEEDBACK_MESSAGES.counter(length);

	// Whoever began before the script had come has typed it already.
	useEffect(() => setLength(lengthOf(area.current?.value ?? '')), []);

	return (
		<CheckedField
			name="feedback"
			label="Your feedback"
			aside={isOver ? <strong className="text-ink">{counter}</strong> : counter}
			hint={isOver && 'A little long, but that is fine: it is read to the end.'}
			broken={broken}
		>
			{(control) => (
				<TextArea
					{...control}
					ref={area}
					onChange={(event) => setLength(lengthOf(event.target.value))}
					required
					className="max-h-96 min-h-36"
				/>
			)}
		</CheckedField>
	);
}
