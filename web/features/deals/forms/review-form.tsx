import { useId, useState } from 'react';
import { codePointLength } from '#contract/core/schemas.ts';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_LIMITS, REVIEW_TAGS, type ReviewTag } from '#contract/deals/facts.ts';
import { REVIEW_TAG_LABELS } from '#contract/deals/labels.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import type { StepRequest } from '#web/features/deals/actions.ts';
import { formatDealDay } from '#web/features/deals/deal-times.ts';
import { Chip } from '#web/ui/form/chip.tsx';
import { type FormError, useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { StarShape } from '#web/ui/star-shape.tsx';
import { StepForm, type WrittenFormProps } from './step-form.tsx';
import { readText, TextField } from './text-forms.tsx';

type Field = 'stars' | 'tags' | 'text';

const STAR_COUNTS = Array.from({ length: DEAL_LIMITS.starsMax }, (_, index) => index + 1);

/** The form of a review: stars, tags and text about the other person. */
export function ReviewForm({ deal, name: _, typed, ...props }: WrittenFormProps) {
	const { form, errors, showErrors } = useFormErrors<Field>();
	const until = deal.review ? formatDealDay(deal.review.until) : '';
	const errorOf = (name: Field) => errors.find(({ field }) => field === name)?.message;

	return (
		<StepForm
			{...props}
			form={form}
			showErrors={showErrors}
			mainField="text"
			submitLabel={DEAL_MESSAGES.sendReview}
			read={readReview}
		>
			<StarField initial={Number(typed.get('stars'))} error={errorOf('stars')} />
			<TagField initial={typed.getAll('tags').filter(isTag)} error={errorOf('tags')} />
			<TextField
				label={DEAL_MESSAGES.reviewLabel}
				hint={DEAL_MESSAGES.reviewHint(until)}
				max={DEAL_LIMITS.reviewMax}
				typed={typed}
				errors={errors}
			/>
		</StepForm>
	);
}

function readReview(data: FormData): StepRequest | FormError<Field>[] {
	const stars = Number(data.get('stars') ?? 0);
	const tags = data.getAll('tags').filter(isTag);
	const text = readText(data) || undefined;
	const { stars: noStars, tags: badTags, reviewText } = DEAL_INPUT_ERRORS;
	const errors: FormError<Field>[] = [];
	if (stars === 0) errors.push({ field: 'stars', message: noStars.message });
	if (tags.length > DEAL_LIMITS.tagsMax) errors.push({ field: 'tags', message: badTags.message });
	if (codePointLength(text ?? '') > DEAL_LIMITS.reviewMax)
		errors.push({ field: 'text', message: reviewText.message });
	return errors.length > 0 ? errors : { action: 'review', body: { stars, tags, text } };
}

function isTag(value: FormDataEntryValue): value is ReviewTag {
	return REVIEW_TAGS.some((tag) => tag === value);
}

interface StarFieldProps {
	/** 0 for no stars. */
	initial: number;
	error: string | undefined;
}

/** One to five stars as radio buttons, so that the arrow keys work. */
function StarField({ initial, error }: StarFieldProps) {
	const id = useId();
	const [stars, setStars] = useState(initial);

	return (
		<div
			role="radiogroup"
			aria-label={DEAL_MESSAGES.starsLabel}
			aria-describedby={error && id}
			className="grid min-w-0 gap-1.5"
		>
			<div className="-ml-2 flex flex-wrap">
				{STAR_COUNTS.map((count) => (
					<label
						key={count}
						className="relative grid size-11 cursor-pointer place-items-center rounded-field has-focus-visible:outline-2 has-focus-visible:outline-link"
					>
						<input
							type="radio"
							name="stars"
							value={count}
							defaultChecked={count === initial}
							onChange={() => setStars(count)}
							aria-label={DEAL_MESSAGES.stars(count)}
							className="absolute inset-0 cursor-pointer opacity-0"
						/>
						<StarShape isFilled={count <= stars} className="size-7.5" />
					</label>
				))}
			</div>
			{error && <FormAlert id={id}>{error}</FormAlert>}
		</div>
	);
}

interface TagFieldProps {
	initial: readonly ReviewTag[];
	error: string | undefined;
}

/** Up to three tags as checkboxes. When three are chosen, the others are disabled. */
function TagField({ initial, error }: TagFieldProps) {
	const id = useId();
	const [chosen, setChosen] = useState(initial);
	const isFull = chosen.length >= DEAL_LIMITS.tagsMax;

	function toggle(tag: ReviewTag) {
		setChosen(chosen.includes(tag) ? chosen.filter((other) => other !== tag) : [...chosen, tag]);
	}

	return (
		<fieldset aria-describedby={error && id} className="min-w-0">
			<legend className="mb-1.5 text-sm font-semibold">{DEAL_MESSAGES.tagsLabel}</legend>
			<div className="flex flex-wrap gap-2">
				{REVIEW_TAGS.map((tag) => (
					<Chip
						key={tag}
						type="checkbox"
						name="tags"
						value={tag}
						checked={chosen.includes(tag)}
						disabled={isFull && !chosen.includes(tag)}
						onChange={() => toggle(tag)}
					>
						{REVIEW_TAG_LABELS[tag]}
					</Chip>
				))}
			</div>
			{error && (
				<div className="pt-1.5">
					<FormAlert id={id}>{error}</FormAlert>
				</div>
			)}
		</fieldset>
	);
}
