import { FEEDBACK_LIMITS } from '#contract/feedback/facts.ts';
import { StarRow } from '#web/ui/star-shape.tsx';
import { ratingLabel } from './labels.ts';

/** A rating as stars, then in words. Screen readers read only the words. */
export function Stars({ rating }: { rating: number }) {
	return (
		<span className="inline-flex flex-wrap items-center gap-x-2">
			<span aria-hidden="true" className="inline-flex">
				<StarRow filled={rating} max={FEEDBACK_LIMITS.ratingMax} className="size-4" />
			</span>
			<span className="text-xs wide:line-clamp-1">{ratingLabel(rating)}</span>
		</span>
	);
}
