import { Star } from 'lucide-react';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { REVIEW_TEXTS } from '#contract/deals/review-texts.ts';

const NUMBERS = Array.from({ length: DEAL_LIMITS.starsMax }, (_, index) => index + 1);

/** The stars of one review, read out as '4 of 5 stars'. */
export function Stars({ stars }: { stars: number }) {
	return (
		<span role="img" aria-label={REVIEW_TEXTS.rating(stars)} className="inline-flex gap-0.5">
			{NUMBERS.map((number) => (
				<Star
					key={number}
					aria-hidden="true"
					className={`size-4 ${number <= stars ? 'fill-accent text-accent' : 'text-edge'}`}
				/>
			))}
		</span>
	);
}
