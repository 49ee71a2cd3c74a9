import type { DealRole } from '#contract/deals/facts.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { possibleActions } from '#contract/deals/transitions.ts';
import type { DealItem } from './item-queries.ts';
import type { Pair } from './pair-queries.ts';
import { presentReviewContent } from './reviews/present.ts';
import {
	areReviewsPublished,
	attemptsLeftOf,
	isOfListing,
	publishedReview,
	queuesLeftOf,
	saleOfListing,
	situationOf,
} from './situation.ts';

/**
 * A deal as one of its two sides sees it.
 * @param pair what is stored about the item and this buyer; its reservation and turn may be another buyer's
 */
export function presentDeal(
	item: DealItem,
	buyerId: number,
	pair: Pair,
	role: DealRole,
	now: Date,
): Deal {
	const { reservation, turn } = pair;
	return {
		itemId: item.id,
		buyerId,
		sellerId: item.sellerId,
		role,
		askedPrice: item.price,
		offer: pair.offer && {
			id: pair.offer.id,
			by: pair.offer.by,
			amount: pair.offer.amount,
			expiresAt: utc(pair.offer.expiresAt),
			isCounter: pair.offer.by === 'seller',
		},
		attemptsLeft: attemptsLeftOf(pair),
		queuesLeft: role === 'buyer' ? queuesLeftOf(pair) : null,
		acceptedAmounts: pair.acceptedAmounts,
		reservation:
			reservation?.buyerId === buyerId
				? {
						amount: reservation.amount,
						until: utc(reservation.until),
						startedAt: utc(reservation.startedAt),
					}
				: null,
		queue:
			reservation || turn
				? {
						place: pair.place?.position ?? null,
						length: pair.queueLength,
						turnUntil: pair.place?.turnUntil ? utc(pair.place.turnUntil) : null,
					}
				: null,
		handover: presentHandover(pair),
		sale: presentSale(item, pair),
		review: presentReviews(item, pair, role, now),
		actions: possibleActions(situationOf(item, buyerId, pair, role, now)),
	};
}

const utc = (time: string) => new Date(time).toISOString();

function presentHandover({ handover }: Pair): Deal['handover'] {
	if (!handover) return null;
	const { id, proposedBy, spotId, spotName, spotHint, slots, agreedSlot } = handover;
	return {
		id,
		proposedBy,
		spot: { id: spotId, name: spotName, hint: spotHint },
		slots: slots.map(utc),
		agreedSlot: agreedSlot && utc(agreedSlot),
		done: { buyer: handover.buyerDone, seller: handover.sellerDone },
	};
}

function presentSale(item: DealItem, pair: Pair): Deal['sale'] {
	const sale = saleOfListing(item, pair);
	if (!sale) return null;
	const { price, soldAt, isConfirmed, completedAt } = sale;
	const answer = isConfirmed ? 'yes' : 'no';
	return {
		price,
		soldAt: utc(soldAt),
		confirmed: isConfirmed === null ? 'waiting' : answer,
		completedAt: completedAt && utc(completedAt),
	};
}

function presentReviews(item: DealItem, pair: Pair, role: DealRole, now: Date): Deal['review'] {
	const { reviewedSale, reviews } = pair;
	if (!reviewedSale) return null;
	// Once the item was put on sale again, an earlier sale is shown only if it has a review.
	if (!isOfListing(item, reviewedSale) && reviews.length === 0) return null;
	const mine = reviews.find((review) => review.role === role);
	const theirs = publishedReview(pair, role, now);
	const { id, reviewUntil } = reviewedSale;
	return {
		saleId: id,
		mine: mine ? presentReviewContent(mine) : null,
		theirs: theirs ? presentReviewContent(theirs) : null,
		isPublished: areReviewsPublished(reviews, reviewUntil, now),
		until: utc(reviewUntil),
	};
}
