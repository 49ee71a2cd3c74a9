import { counterRange, hasAmounts, offerRange } from '#contract/deals/amounts.ts';
import { DEAL_LIMITS, type DealRole } from '#contract/deals/facts.ts';
import type { DealSituation } from '#contract/deals/situation.ts';
import type { DealItem } from './item-queries.ts';
import type { OfferOutcome, Pair, ReservationOutcome, ReviewRow, SaleRow } from './pair-queries.ts';

/** An earlier offer or hand-over that a request names by its id; empty if it names none, or the current one. */
export interface PastReference {
	/** Set if the request names an offer that is not the open one. */
	offerOutcome?: OfferOutcome;
	/** Set if the request names a hand-over that is not the newest of the open reservation. */
	handover?: { isAgreed: boolean; reservationOutcome: ReservationOutcome | null };
}

/** The state of a deal as input for the table of transitions (contract/deals/transitions.ts). */
export function situationOf(
	item: DealItem,
	buyerId: number,
	pair: Pair,
	role: DealRole,
	now: Date,
	pastReference: PastReference = {},
): DealSituation {
	const forWhom = (id: number | undefined) => {
		if (id === undefined) return null;
		return id === buyerId ? 'this buyer' : 'somebody else';
	};
	const outcome = pastReference.offerOutcome ?? (pair.offer ? undefined : pair.lastOffer?.outcome);
	const sale = saleOfListing(item, pair);
	return {
		role,
		isBlocked: isClosedFor(item, pair, role),
		isBuyerConfirmed: pair.isBuyerConfirmed,
		hasBuyerBlocked: pair.hasBuyerBlocked,
		isSold: item.soldAt !== null,
		isPriceFixed: item.isPriceFixed || item.price === 0,
		canBeOffered: hasAmounts(offerRange(item.price)),
		hasWritten: pair.hasWritten || pair.hasDeal,
		offer:
			pair.offer && pastReference.offerOutcome === undefined
				? {
						by: pair.offer.by,
						isCounter: pair.offer.by === 'seller',
						canBeCountered: hasAmounts(counterRange(item.price, pair.offer.amount)),
					}
				: null,
		endedOffer: outcome === undefined ? null : outcome === 'lapsed' ? 'lapsed' : 'decided',
		attemptsLeft: attemptsLeftOf(pair),
		reservedFor: forWhom(pair.reservation?.buyerId),
		turnOf: forWhom(pair.turn?.buyerId),
		isInQueue: pair.place !== null,
		queuesLeft: queuesLeftOf(pair),
		handover: pastReference.handover ? null : handoverSituation(pair, role, now),
		endedHandover: pastReference.handover ? endedHandoverSituation(pastReference.handover) : null,
		sale: sale && {
			isAnswered: sale.isConfirmed !== null,
			isComplete: sale.completedAt !== null,
		},
		review: reviewSituation(item, pair, role, now),
	};
}

/**
 * Whether only what concerns an earlier sale is left to this side: it has blocked the other, the buyer is banned or
 * deleted, or the item is removed and not sold.
 */
const isClosedFor = ({ isRemoved, soldAt }: DealItem, pair: Pair, role: DealRole): boolean =>
	pair.isBuyerGone || hasBlocked(pair, role) || (isRemoved && soldAt === null);

const hasBlocked = ({ hasBuyerBlocked, hasSellerBlocked }: Pair, role: DealRole) =>
	role === 'buyer' ? hasBuyerBlocked : hasSellerBlocked;

export const isBlockedByOther = (pair: Pair, role: DealRole) =>
	hasBlocked(pair, role === 'buyer' ? 'seller' : 'buyer');

const isAcrossBlock = ({ hasBuyerBlocked, hasSellerBlocked }: Pair) =>
	hasBuyerBlocked || hasSellerBlocked;

export const attemptsLeftOf = ({ attempts }: Pair): number =>
	Math.max(0, DEAL_LIMITS.attemptsMax - attempts);

export const queuesLeftOf = ({ buyerQueues }: Pair): number =>
	Math.max(0, DEAL_LIMITS.queuesMax - buyerQueues);

/** The sale to this buyer, unless the item was put on sale again since. */
export function saleOfListing(item: DealItem, { sale }: Pair): SaleRow | null {
	return sale && !sale.endedAt && isOfListing(item, sale) ? sale : null;
}

/** Whether the sale belongs to the current listing: the item was not put on sale again since. */
export function isOfListing({ listedAt }: DealItem, { soldAt }: Pick<SaleRow, 'soldAt'>): boolean {
	return new Date(soldAt) >= listedAt;
}

function handoverSituation(
	{ handover }: Pair,
	role: DealRole,
	now: Date,
): DealSituation['handover'] {
	if (!handover) return null;
	const { proposedBy, agreedSlot, buyerDone, sellerDone } = handover;
	return {
		isOwn: proposedBy === role,
		isAgreed: agreedSlot !== null,
		hasBegun: agreedSlot !== null && new Date(agreedSlot) <= now,
		hasSaidOutcome: (role === 'buyer' ? buyerDone : sellerDone) !== null,
	};
}

/**
 * How an agreed hand-over of an ended reservation ended: 'decided' if one side reported that the other did not come,
 * otherwise 'lapsed'. Null if no hand-over was agreed or the reservation is open. Also null after a sale, because the
 * transition table has its own refusal for sold items.
 */
function endedHandoverSituation({
	isAgreed,
	reservationOutcome,
}: NonNullable<PastReference['handover']>): DealSituation['endedHandover'] {
	if (!isAgreed || reservationOutcome === null || reservationOutcome === 'sold') return null;
	return reservationOutcome === 'missed' ? 'decided' : 'lapsed';
}

function reviewSituation(
	item: DealItem,
	pair: Pair,
	role: DealRole,
	now: Date,
): DealSituation['review'] {
	const { reviewedSale, reviews } = pair;
	if (!reviewedSale) return null;
	const theirs = publishedReview(pair, role, now);
	return {
		isAgainstWill: role === 'seller' && isAcrossBlock(pair) && !reviewedSale.hasBuyerAgreed,
		isWritten: reviews.some((review) => review.role === role),
		isOver: !isOfListing(item, reviewedSale) || new Date(reviewedSale.reviewUntil) <= now,
		isOthersReadable: theirs !== undefined,
		isAnswered: theirs !== undefined && theirs.answer !== null,
	};
}

/**
 * The other side's review, once both have written or the time to write is over. Undefined before that, and if the review
 * is hidden.
 */
export function publishedReview(
	{ reviewedSale, reviews }: Pair,
	role: DealRole,
	now: Date,
): ReviewRow | undefined {
	if (!reviewedSale) return undefined;
	const isPublished = areReviewsPublished(reviews, reviewedSale.reviewUntil, now);
	return reviews.find((review) => review.role !== role && isPublished && !review.isHidden);
}

export const areReviewsPublished = (
	reviews: readonly ReviewRow[],
	reviewUntil: string,
	now: Date,
): boolean => reviews.length === 2 || new Date(reviewUntil) <= now;
