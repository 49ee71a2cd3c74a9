import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { REVIEW_TEXTS } from '#contract/deals/review-texts.ts';
import { StarRow } from './star-shape.tsx';

/** The stars of one review, read out as '4 of 5 stars'. */
export function Stars({ stars }: { stars: number }) {
	return (
		<span role="img" aria-label={REVIEW_TEXTS.rating(stars)} className="inline-flex gap-0.5">
			<StarRow filled={stars} max={DEAL_LIMITS.starsMax} className="size-4.5" />
		</span>
	);
}
