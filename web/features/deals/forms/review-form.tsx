import { codePointLength } from '#contract/core/schemas.ts';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_LIMITS, REVIEW_TAGS, type ReviewTag } from '#contract/deals/facts.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { formatDealDay } from '#web/features/deals/deal-times.ts';
import type { StepRequest } from '#web/features/deals/queries.ts';
import { type FormError, useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { StarField } from './star-field.tsx';
import { StepForm, type WrittenFormProps } from './step-form.tsx';
import { TagField } from './tag-field.tsx';
import { readText, TextField } from './text-field.tsx';

type Field = 'stars' | 'tags' | 'text';

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
