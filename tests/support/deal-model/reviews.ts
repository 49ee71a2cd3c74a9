import type { DealRole } from '#contract/deals/facts.ts';
import type { Pair, Review, Sale, World } from './state.ts';

const REVIEW_HOURS = 14 * 24;

/** The newest sale to this buyer, if it is complete: the one that can be reviewed. */
export function reviewableSale({ sales }: Pair) {
	const sale = sales.at(-1);
	return sale?.completedAt == null ? undefined : sale;
}

/** The end of the time for reviews, in hours of the model. */
export const reviewUntil = ({ completedAt }: Sale) => (completedAt ?? 0) + REVIEW_HOURS;

/** The other's review, which is hidden until both have written or the time is over. */
export function publishedReview({ now }: World, pair: Pair, role: DealRole): Review | undefined {
	const sale = reviewableSale(pair);
	if (!sale) return undefined;
	const { buyer, seller } = sale.reviews;
	const isPublished = (buyer && seller) || reviewUntil(sale) <= now;
	return isPublished ? (role === 'buyer' ? seller : buyer) : undefined;
}
