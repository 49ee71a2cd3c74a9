import type { DealRole } from '#contract/deals/facts.ts';
import type { Pair, Review, Sale, World } from './state.ts';

const REVIEW_HOURS = 14 * 24;

/** The newest complete sale to this buyer: the one that reviews are of. */
export function reviewableSale({ sales }: Pair) {
	return sales.findLast(({ completedAt }) => completedAt != null);
}

/** The end of the time for reviews, in hours of the model. */
export const reviewUntil = ({ completedAt }: Sale) => (completedAt ?? 0) + REVIEW_HOURS;

/** The review by the other side, once published: when both have written, or the time for reviews is over. */
export function publishedReview({ now }: World, pair: Pair, role: DealRole): Review | undefined {
	const sale = reviewableSale(pair);
	if (!sale) return undefined;
	const { buyer, seller } = sale.reviews;
	const isPublished = (buyer && seller) || reviewUntil(sale) <= now;
	return isPublished ? (role === 'buyer' ? seller : buyer) : undefined;
}
