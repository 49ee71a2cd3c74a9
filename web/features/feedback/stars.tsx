import { Star } from 'lucide-react';
import { FEEDBACK_LIMITS } from '#contract/feedback/facts.ts';

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

/** A star with an outline, because the fill alone has too little contrast. */
export function StarShape({ isFilled, className }: { isFilled: boolean; className: string }) {
	const colorClasses = isFilled ? 'fill-accent text-ink' : 'fill-transparent text-edge';
	return <Star aria-hidden="true" strokeWidth={1.5} className={`${colorClasses} ${className}`} />;
}
