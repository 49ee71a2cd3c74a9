import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import type { DealRole } from '#contract/deals/facts.ts';
import type { Deal, DealReview, PersonReview } from '#contract/deals/schemas.ts';
import { possibleActions } from '#contract/deals/transitions.ts';
import {
	acceptedAmountsOf,
	areReviewsPublished,
	attemptsLeftOf,
	type DealView,
	isOfListing,
	publishedReview,
	queuesLeftOf,
	saleOfListing,
	shownHandover,
	situationOf,
} from './decide.ts';
import type { listShownReviews } from './reviews/queries.ts';
import { type Review, reviewedSaleOf } from './state.ts';

/** A deal as one of its two sides sees it. */
export function presentDeal(view: DealView, role: DealRole): Deal {
	const { item, deal, heldFor, queueLength } = view;
	const { offer, hold, place, buyer } = deal;
	return {
		itemId: item.id,
		buyerId: deal.buyerId,
		sellerId: item.sellerId,
		role,
		askedPrice: item.price,
		offer: offer && {
			id: offer.id,
			by: offer.by,
			amount: offer.amount,
			expiresAt: offer.expiresAt,
			isCounter: offer.by === 'seller',
		},
		attemptsLeft: attemptsLeftOf(view),
		queuesLeft: role === 'buyer' ? queuesLeftOf(view) : null,
		acceptedAmounts: acceptedAmountsOf(view),
		reservation:
			hold?.kind === 'reserved'
				? { amount: hold.amount, until: hold.until, startedAt: hold.startedAt }
				: null,
		queue: heldFor && {
			place: place && buyer.position,
			length: queueLength,
			turnUntil: hold?.kind === 'turn' ? hold.until : null,
		},
		handover: presentHandover(view, role),
		sale: presentSale(view),
		review: presentReviews(view, role),
		actions: possibleActions(situationOf(view, role)),
	};
}

function presentHandover(view: DealView, role: DealRole): Deal['handover'] {
	const handover = shownHandover(view, role);
	if (!handover) return null;
	const { id, proposedBy, spot, slots, agreedSlot, done } = handover;
	return { id, proposedBy, spot, slots, agreedSlot, done };
}

function presentSale(view: DealView): Deal['sale'] {
	const sale = saleOfListing(view);
	if (!sale) return null;
	const { price, soldAt, isConfirmed, completedAt } = sale;
	const answer = isConfirmed ? 'yes' : 'no';
	return { price, soldAt, confirmed: isConfirmed === null ? 'waiting' : answer, completedAt };
}

function presentReviews(view: DealView, role: DealRole): Deal['review'] {
	const sale = reviewedSaleOf(view.deal);
	if (!sale) return null;
	// Once the item was put on sale again, an earlier sale is shown only if it has a review.
	if (!isOfListing(view.item, sale) && sale.reviews.length === 0) return null;
	const mine = sale.reviews.find((review) => review.role === role);
	const theirs = publishedReview(view, role);
	return {
		saleId: sale.id,
		mine: mine ? presentReviewContent(mine) : null,
		theirs: theirs ? presentReviewContent(theirs) : null,
		isPublished: areReviewsPublished(view),
		until: sale.reviewUntil,
	};
}

/** A public review on the profile of the user whom it is about. */
export function presentReview(
	row: Awaited<ReturnType<typeof listShownReviews>>[number],
): PersonReview {
	const { id, role, writerId, writerName, isWriterErased, isWriterBanned } = row;
	return {
		id,
		role,
		...presentReviewContent(row),
		by: isWriterErased
			? { id: null, userName: ACCOUNT_MESSAGES.deletedName }
			: { id: writerId, userName: writerName, ...(isWriterBanned && { hasPage: false as const }) },
	};
}

interface ReviewContent extends Pick<Review, 'stars' | 'tags' | 'text' | 'answer'> {
	/** A string is a timestamp as PostgreSQL writes it. */
	answeredAt: Date | string | null;
	createdAt: Date | string;
}

/** What the writer of a review says, and the answer. */
export function presentReviewContent({
	stars,
	tags,
	text,
	createdAt,
	answer,
	answeredAt,
}: ReviewContent): DealReview {
	return {
		stars,
		tags,
		text,
		answer: answer !== null && answeredAt ? { text: answer, createdAt: utc(answeredAt) } : null,
		createdAt: utc(createdAt),
	};
}

const utc = (time: Date | string) => new Date(time).toISOString();
