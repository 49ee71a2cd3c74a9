import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { REVIEW_TEXTS } from '#contract/deals/review-texts.ts';
import { StarShape } from './star-shape.tsx';

const NUMBERS = Array.from({ length: DEAL_LIMITS.starsMax }, (_, index) => index + 1);

/** The stars of one review, read out as '4 of 5 stars'. */
export function Stars({ stars }: { stars: number }) {
	return (
		<span role="img" aria-label={REVIEW_TEXTS.rating(stars)} className="inline-flex gap-0.5">
			{NUMBERS.map((number) => (
				<StarShape key={number} isFilled={number <= stars} className="size-4.5" />
			))}
		</span>
	);
}
