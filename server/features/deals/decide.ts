import { counterRange, hasAmounts, offerRange } from '#contract/deals/amounts.ts';
import { DEAL_ERRORS, DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_LIMITS, type DealAction, type DealRole } from '#contract/deals/facts.ts';
import type { DealBodies } from '#contract/deals/schemas.ts';
import type { DealSituation } from '#contract/deals/situation.ts';
import { refusalOf } from '#contract/deals/transitions.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import type { Handover, Hold, Moment, PastStep } from '#server/db/deal-state.ts';
import { AppError } from '#server/lib/app-error.ts';
import {
	addMs,
	type DealItem,
	type DealState,
	dealOf,
	HOUR_MS,
	holderOf,
	type ItemDeals,
	isGone,
	isPublic,
	MINUTE_MS,
	type Review,
	reviewedSaleOf,
	type Sale,
	saleOf,
} from './state.ts';

/** A deal as one of its two sides sees it. */
export interface DealView {
	item: DealItem;
	deal: DealState;
	now: Moment;
	/** For whom the item is held: the deal's buyer or another. */
	heldFor: { buyerId: number; kind: Hold['kind'] } | null;
	/** A buyer counts their own place that a block hides from the seller. */
	queueLength: number;
}

/**
 * The caller's side of a deal.
 * @throws AppError not_found for an item that is neither public nor removed, and for a seller's deal with themselves; forbidden for
 * other users
 */
export function requireSide(
	item: DealItem | undefined,
	buyerId: number,
	callerId: number,
): DealRole {
	if (!item || !(isPublic(item) || item.isRemoved))
		throw new AppError('not_found', ITEM_ERRORS.notFound);
	if (callerId !== item.sellerId && callerId !== buyerId)
		throw new AppError('forbidden', DEAL_INPUT_ERRORS.notYours);
	if (buyerId === item.sellerId) throw new AppError('not_found', DEAL_INPUT_ERRORS.notFound);
	return callerId === buyerId ? 'buyer' : 'seller';
}

/**
 * @throws AppError not_found while the buyer has neither written nor made a step of a deal: for the seller, and for both
 * if the item is removed
 */
export function requireBegun({ item, deal: { hasBegun } }: DealView, role: DealRole): void {
	const canBegin = role === 'buyer' && !item.isRemoved;
	if (!canBegin && !hasBegun[role]) throw new AppError('not_found', DEAL_INPUT_ERRORS.notFound);
}

/** @throws AppError not_found for an item that the caller cannot see; forbidden for users other than the seller */
export function requireSeller(item: DealItem | undefined, callerId: number): void {
	const isSeller = item?.sellerId === callerId;
	if (!item || !(isPublic(item) || isSeller)) throw new AppError('not_found', ITEM_ERRORS.notFound);
	if (!isSeller) throw new AppError('forbidden', ITEM_ERRORS.notOwner);
}

/** The deal as a side sees it: the seller does not see what a block hides. */
export function viewOf(deals: ItemDeals, buyerId: number, role: DealRole): DealView {
	const { item, now, queueLength } = deals;
	const holder = holderOf(deals);
	const deal = dealOf(deals, buyerId);
	const isOwnWithheld = role === 'buyer' && deal.place?.isWithheld === true;
	return {
		item,
		deal: role === 'buyer' ? deal : withoutWithheld(deal),
		now,
		heldFor: holder ? { buyerId: holder.buyerId, kind: holder.hold.kind } : null,
		queueLength: queueLength + (isOwnWithheld ? 1 : 0),
	};
}

function withoutWithheld(deal: DealState): DealState {
	const { offer, place, past, counts, buyer } = deal;
	const { attempts, withheldAttempts = {} } = counts;
	const seen = Object.entries(attempts).map(([price, count]) => [
		price,
		count - (withheldAttempts[price] ?? 0),
	]);
	return {
		...deal,
		offer: offer?.isWithheld ? null : offer,
		place: place?.isWithheld ? null : place,
		buyer: place?.isWithheld ? { ...buyer, position: null } : buyer,
		past: past.filter((step) => !step.isWithheld),
		counts: { ...counts, attempts: Object.fromEntries(seen) },
	};
}

/** The counts of the current listing. */
export function countsOf({ counts }: DealState, { listedAt }: DealItem): DealState['counts'] {
	return counts.listedAt === listedAt ? counts : { listedAt, attempts: {}, accepted: [] };
}

/** Offers that the buyer can still make at this price. */
export function attemptsLeftOf({ deal, item }: DealView): number {
	const made = countsOf(deal, item).attempts[String(item.price)] ?? 0;
	return Math.max(0, DEAL_LIMITS.attemptsMax - made);
}

/** Queues that the buyer may still join. */
export const queuesLeftOf = ({ deal }: DealView): number =>
	Math.max(0, DEAL_LIMITS.queuesMax - deal.buyer.queues);

/** The amounts that were accepted since the item was put up, the newest first. */
export const acceptedAmountsOf = ({ deal, item }: DealView): number[] =>
	countsOf(deal, item).accepted;

/** The sale to this buyer, unless the item was put on sale again since. */
export function saleOfListing({ deal, item }: DealView): Sale | null {
	const sale = saleOf(deal);
	return sale && sale.endedAt === null && isOfListing(item, sale) ? sale : null;
}

/** Whether a sale belongs to the current listing: the item was not put on sale again since. */
export const isOfListing = ({ listedAt }: DealItem, { soldAt }: { soldAt: Moment }): boolean =>
	soldAt >= listedAt;

/** The other side's review, once it is published; undefined before, and if it is hidden. */
export function publishedReview(view: DealView, role: DealRole): Review | undefined {
	if (!areReviewsPublished(view)) return undefined;
	return reviewedSaleOf(view.deal)?.reviews.find(
		(review) => review.role !== role && !review.isHidden,
	);
}

/** Whether both have written, or the time to write is over. */
export function areReviewsPublished({ deal, now }: DealView): boolean {
	const sale = reviewedSaleOf(deal);
	return sale !== null && (sale.reviews.length === 2 || sale.reviewUntil <= now);
}

/** The newest proposal; while this side can contest that it did not come, the hand-over that this is about. */
export function shownHandover(view: DealView, role: DealRole): Handover | null {
	const { handover, missed } = view.deal;
	if (!missed || refusalOf('handover-contest', situationOf(view, role)) !== undefined)
		return handover;
	return missed.handover;
}

/** What a request names by an id, if it is not the open offer or the current hand-over. */
interface Reference {
	offer?: PastStep['outcome'];
	handover?: PastStep['outcome'];
}

/** The state of a deal as the table of transitions needs it. */
export function situationOf(
	view: DealView,
	role: DealRole,
	reference: Reference = {},
): DealSituation {
	const { item, deal, now } = view;
	const { buyer, offer, missed } = deal;
	const sale = saleOfListing(view);
	const lastOffer = offer ? undefined : deal.past.find(({ kind }) => kind === 'offer')?.outcome;
	return {
		role,
		isBlocked: isGone(buyer) || hasBlocked(deal, role),
		isRemoved: item.isRemoved && item.soldAt === null,
		isBuyerConfirmed: buyer.isConfirmed,
		hasBuyerBlocked: buyer.blockedSellerAt !== null,
		isSold: item.soldAt !== null,
		isPriceFixed: item.isPriceFixed || item.price === 0,
		canBeOffered: hasAmounts(offerRange(item.price)),
		hasWritten: deal.hasBegun[role],
		offer:
			offer && reference.offer === undefined
				? {
						by: offer.by,
						isCounter: offer.by === 'seller',
						canBeCountered: hasAmounts(counterRange(item.price, offer.amount)),
					}
				: null,
		endedOffer: endedOf(reference.offer ?? lastOffer),
		attemptsLeft: attemptsLeftOf(view),
		reservedFor: forWhom(view, 'reserved'),
		turnOf: forWhom(view, 'turn'),
		isInQueue: deal.place !== null,
		queuesLeft: queuesLeftOf(view),
		handover: reference.handover === undefined ? handoverSituation(view, role) : null,
		endedHandover: endedOf(reference.handover),
		missed: missed && {
			isAboutActor: missed.reportedBy !== role,
			isContested: missed.isContested,
			isOver: addMs(missed.reportedAt, DEAL_LIMITS.contestHours * HOUR_MS) <= now,
		},
		sale: sale && {
			isAnswered: sale.isConfirmed !== null,
			isComplete: sale.completedAt !== null,
		},
		review: reviewSituation(view, role),
	};
}

const endedOf = (outcome: PastStep['outcome'] | undefined) =>
	outcome === undefined || outcome === 'over' ? null : outcome;

function forWhom({ heldFor, deal }: DealView, kind: Hold['kind']): DealSituation['reservedFor'] {
	if (heldFor?.kind !== kind) return null;
	return heldFor.buyerId === deal.buyerId ? 'this buyer' : 'somebody else';
}

const hasBlocked = ({ buyer }: DealState, role: DealRole) =>
	(role === 'buyer' ? buyer.blockedSellerAt : buyer.blockedBySellerAt) !== null;

/** Whether the other side has blocked this one, of which this one is told nothing. */
export const isBlockedByOther = (deal: DealState, role: DealRole): boolean =>
	hasBlocked(deal, role === 'buyer' ? 'seller' : 'buyer');

function handoverSituation(
	{ deal: { handover }, now }: DealView,
	role: DealRole,
): DealSituation['handover'] {
	if (!handover) return null;
	const { proposedBy, agreedSlot, done } = handover;
	const overdueFrom = agreedSlot && addMs(agreedSlot, DEAL_LIMITS.missedFromMinutes * MINUTE_MS);
	return {
		isOwn: proposedBy === role,
		isAgreed: agreedSlot !== null,
		hasBegun: agreedSlot !== null && agreedSlot <= now,
		isOverdue: overdueFrom !== null && overdueFrom <= now,
		hasSaidDone: done[role] === true,
		isSaidDone: done.buyer === true || done.seller === true,
	};
}

function reviewSituation(view: DealView, role: DealRole): DealSituation['review'] {
	const { item, deal, now } = view;
	const { buyer } = deal;
	const sale = reviewedSaleOf(deal);
	if (!sale) return null;
	const theirs = publishedReview(view, role);
	const isAcrossBlock = buyer.blockedSellerAt !== null || buyer.blockedBySellerAt !== null;
	const hasBuyerAgreed = deal.hasBuyerAgreed || sale.isConfirmed === true;
	return {
		isAgainstWill: role === 'seller' && isAcrossBlock && !hasBuyerAgreed,
		isWritten: sale.reviews.some((review) => review.role === role),
		isOver: !isOfListing(item, sale) || sale.reviewUntil <= now,
		isOthersReadable: theirs !== undefined,
		isAnswered: theirs !== undefined && theirs.answer !== null,
	};
}

/** Why a request is refused; undefined if it is possible. */
export function refusalOfAction(
	view: DealView,
	role: DealRole,
	action: DealAction,
	body: DealBodies[DealAction],
): ReturnType<typeof refusalOf> {
	const reference = referenceOf(view.deal, action, body);
	if (reference === 'unknown') return DEAL_ERRORS.notAvailable;
	return refusalOf(action, situationOf(view, role, reference));
}

/** Finds what the body names; 'unknown' for an id that is not of this deal, or of which nobody can say this. */
function referenceOf(
	{ offer, handover, missed, past }: DealState,
	action: DealAction,
	body: DealBodies[DealAction],
): Reference | 'unknown' {
	const pastOf = (kind: PastStep['kind'], namedId: number) => {
		const ended = past.find((step) => step.kind === kind && step.id === namedId);
		return ended ? { [kind]: ended.outcome } : 'unknown';
	};
	if ('offerId' in body) return body.offerId === offer?.id ? {} : pastOf('offer', body.offerId);
	if (!('handoverId' in body)) return {};
	const { handoverId } = body;
	if (action === 'handover-contest') return handoverId === missed?.handover.id ? {} : 'unknown';
	return handoverId === handover?.id ? {} : pastOf('handover', handoverId);
}
