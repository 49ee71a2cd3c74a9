import { FEEDBACK_LIMITS } from '#contract/feedback/facts.ts';
import { StarRow } from '#web/ui/star-shape.tsx';

/** A rating, displayed as stars. */
export function Stars({ rating }: { rating: number }) {
	return (
		<p className="flex gap-0.5">
			<span className="sr-only">
				{rating} of {FEEDBACK_LIMITS.ratingMax} stars
			</span>
			<StarRow filled={rating} max={FEEDBACK_LIMITS.ratingMax} className="size-4.5" />
		</p>
	);
}
