import { type FormEvent, useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { lengthOf } from '#contract/core/common.ts';
import type { Sent } from '#contract/core/endpoint.ts';
import {
	FEEDBACK_CATEGORIES,
	FEEDBACK_CATEGORY_LABELS,
	FEEDBACK_LIMITS,
	FEEDBACK_MESSAGES,
	feedbackForm,
	wellFormedFeedback,
} from '#contract/feedback/feedback.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckedField } from '#web/ui/form/form-field.tsx';
import { type BrokenRule, rulesOf, useBrokenRules } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { RatingField } from './rating-field.tsx';

const FIELDS = ['name', 'email', 'rating', 'category', 'feedback'] as const;
type FeedbackField = (typeof FIELDS)[number];

interface FeedbackFormProps {
	isSending: boolean;
	/** Why it has not gone out. */
	failure: string | undefined;
	/** A submit has been pressed: the failure of the one before is over. */
	onBegin: () => void;
	onSubmit: (feedback: Sent<typeof feedbackForm>) => void;
}

/** Name and address are there already for who is signed in; everything can be changed. */
export function FeedbackForm({ isSending, failure, onBegin, onSubmit }: FeedbackFormProps) {
	const { user } = useSession();
	const { form, broken, point } = useBrokenRules<FeedbackField>();

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (isSending) return;
		onBegin();
		const typed = Object.fromEntries(new FormData(event.currentTarget));
		const parsed = feedbackForm.safeParse(typed);
		point(parsed.success ? [] : brokenBy(typed, parsed.error));
		if (parsed.success) onSubmit(parsed.data);
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
			<RatingField error={broken.find(({ field }) => field === 'rating')?.message} />
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
			{failure && <FormAlert>{failure}</FormAlert>}
			<Button type="submit" variant="main" busy={isSending} className="justify-self-start">
				Submit Feedback
			</Button>
		</form>
	);
}

/** What is missing, in the documents' sentence once, and how the rest has to be formed. */
function brokenBy(typed: object, missing: z.core.$ZodError): BrokenRule<FeedbackField>[] {
	const malformed = wellFormedFeedback.safeParse(typed).error?.issues ?? [];
	const rules = rulesOf([...missing.issues, ...malformed], FIELDS);
	const sentence = rules.find(({ message }) => message === FEEDBACK_MESSAGES.required);
	return rules.map((rule) =>
		rule === sentence || rule.message !== FEEDBACK_MESSAGES.required
			? rule
			: { ...rule, message: FEEDBACK_MESSAGES.fillIn },
	);
}

/** The words with their counter, which warns calmly: going over it is allowed (spec 1 §5, "Feedback"). */
function WordsField({ broken }: { broken: readonly BrokenRule<FeedbackField>[] }) {
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
			hint={isOver && 'A bit long, but that is fine: we read all of it.'}
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
