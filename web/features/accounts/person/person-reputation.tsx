import { Handshake, Star } from 'lucide-react';
import type { ShownPerson } from '#contract/accounts/schemas.ts';
import { REVIEW_TEXTS } from '#contract/deals/review-texts.ts';

/**
 * The average rating of a person, or 'New here' while there are too few reviews; the number of completed deals; and the
 * mark of a reliable person.
 */
export function PersonReputation({ person }: { person: ShownPerson }) {
	const { deals, rating, reviewCount, isReliable } = person;

	return (
		<p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm">
			{rating === null ? (
				<span className="font-semibold">{REVIEW_TEXTS.newHere}</span>
			) : (
				<span className="inline-flex items-center gap-1 font-semibold tabular-nums">
					<Star aria-hidden="true" className="size-4 fill-current" />
					<span>{REVIEW_TEXTS.rating(rating)}</span>
					<span className="font-normal text-ink-soft">{REVIEW_TEXTS.reviews(reviewCount)}</span>
				</span>
			)}
			<span className="text-ink-soft tabular-nums">{REVIEW_TEXTS.completedDeals(deals)}</span>
			{isReliable && (
				<span className="inline-flex items-center gap-1 font-semibold text-good">
					<Handshake aria-hidden="true" className="size-4 shrink-0" />
					{REVIEW_TEXTS.reliable}
				</span>
			)}
		</p>
	);
}
