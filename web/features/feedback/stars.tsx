import { FEEDBACK_LIMITS } from '#contract/feedback/facts.ts';
import { StarShape } from '#web/ui/star-shape.tsx';

const RATINGS = Array.from({ length: FEEDBACK_LIMITS.ratingMax }, (_, index) => index + 1);

/** A rating, displayed as stars. */
export function Stars({ rating }: { rating: number }) {
	return (
		<p className="flex gap-0.5">
			<span className="sr-only">
				{rating} of {FEEDBACK_LIMITS.ratingMax} stars
			</span>
			{RATINGS.map((value) => (
				<StarShape key={value} isFilled={value <= rating} className="size-4.5" />
			))}
		</p>
	);
}
