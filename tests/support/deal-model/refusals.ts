import type { DealAction, DealRole } from '#contract/deals/facts.ts';
import { attemptsLeft, counterBounds, offerBounds } from './amounts.ts';
import { type AnyBody, namedHandover, namedOffer } from './bodies.ts';
import { publishedReview, reviewableSale, reviewUntil } from './reviews.ts';
import {
	currentHandover,
	currentSale,
	type Handover,
	isAcrossBlock,
	isClosedFor,
	isSeenBy,
	type Offer,
	openOffer,
	type Pair,
	placeOf,
	reservationOf,
	turnOf,
	type World,
} from './state.ts';

const ACTIONS_OF: Record<DealRole, readonly DealAction[]> = {
	buyer: [
		'offer',
		'accept-offer',
		'decline-offer',
		'withdraw-offer',
		'release',
		'join-queue',
		'leave-queue',
		'take-turn',
		'pass-turn',
		'propose-handover',
		'accept-handover',
		'cancel-handover',
		'handover-done',
		'handover-missed',
		'confirm-sale',
		'deny-sale',
		'review',
		'reply-review',
	] as DealAction[],
	seller: [
		'accept-offer',
		'decline-offer',
		'counter-offer',
		'reserve',
		'release',
		'propose-handover',
		'accept-handover',
		'cancel-handover',
		'handover-done',
		'handover-missed',
		'review',
		'reply-review',
	] as DealAction[],
};
/** Actions that are possible although one side has blocked the other. */
const DESPITE_BLOCK: readonly DealAction[] = [
	'confirm-sale',
	'deny-sale',
	'review',
	'reply-review',
];

interface Attempt {
	world: World;
	pair: Pair;
	role: DealRole;
	/** Undefined when only the list of possible actions is computed. */
	body: AnyBody | undefined;
}

/** The error code with which the server refuses an action, without `deal/`; undefined if the action is possible. */
export function refusal(action: DealAction, attempt: Attempt): string | undefined {
	const { pair, role } = attempt;
	if (!ACTIONS_OF[role].includes(action)) return 'not-available';
	if (isClosedFor(pair, role) && !DESPITE_BLOCK.includes(action)) return 'not-available';
	return REFUSALS[action](attempt);
}

type CodeOf = (attempt: Attempt) => string | undefined;

const unless = (isPossible: boolean) => (isPossible ? undefined : 'not-available');
const isSold = ({ world }: Attempt) => world.soldAt !== null;

/** Whether the item is reserved for another buyer, or it is another buyer's turn. */
function isForOther({ world, pair: { buyer } }: Attempt): boolean {
	const holder = world.reservation ?? turnOf(world);
	return holder !== undefined && holder.buyer !== buyer;
}

/** The code when an offer cannot be decided: the offer that the body names, otherwise the open or the last one. */
function offerRefusal(attempt: Attempt, isRight: (offer: Offer) => boolean): string | undefined {
	const { world, pair, role, body } = attempt;
	const named = body && namedOffer(pair, body, role);
	if (named === 'unknown') return 'not-available';
	const offer = named ?? openOffer(pair, role) ?? pair.offers.findLast(isSeenBy(role));
	if (offer?.end && offer.end !== 'lapsed') return 'already-decided';
	if (isSold(attempt)) return 'item-sold';
	if (offer?.end === 'lapsed') return 'offer-lapsed';
	return unless(offer !== undefined && isRight(offer) && world.soldAt === null);
}

/** The code when a person cannot report how a hand-over went. */
const outcomeRefusal: CodeOf = (attempt) => {
	const { world, pair, role, body } = attempt;
	const named = body && namedHandover(pair, body);
	if (named === 'unknown') return 'not-available';
	const handover = named ?? currentHandover(world, pair);
	const agreed = handover?.isCancelled === false && handover.agreedSlot !== null;
	const end = agreed ? handover.reservation.end : null;
	if (end === 'missed') return 'already-decided';
	if (isSold(attempt)) return 'item-sold';
	if (end === 'over' || end === 'released') return 'window-over';
	if (!agreed || handover !== currentHandover(world, pair)) return 'not-agreed';
	return earlyOrRepeatedRefusal(handover, world, role);
};

function earlyOrRepeatedRefusal({ agreedSlot, done }: Handover, { now }: World, role: DealRole) {
	if (agreedSlot === null || agreedSlot > now) return 'not-available';
	return done[role] === null ? undefined : 'already-decided';
}

const turnRefusal: CodeOf = (attempt) => {
	const { world, pair } = attempt;
	if (isSold(attempt)) return 'item-sold';
	if (world.reservation && !reservationOf(world, pair)) return 'reserved-for-other';
	return turnOf(world)?.buyer === pair.buyer ? undefined : 'no-turn';
};

const answerRefusal: CodeOf = ({ world, pair }) => {
	const sale = currentSale(world, pair);
	if (!sale) return 'not-available';
	if (sale.isConfirmed !== null) return 'already-decided';
	return sale.completedAt === null ? undefined : 'window-over';
};

const REFUSALS: Record<DealAction, CodeOf> = {
	offer(attempt) {
		const { world, pair } = attempt;
		if (isSold(attempt)) return 'item-sold';
		if (world.isPriceFixed || world.price === 0) return 'price-fixed';
		if (isForOther(attempt)) return 'reserved-for-other';
		if (world.reservation || turnOf(world) || openOffer(pair)) return 'not-available';
		if (attemptsLeft(world, pair, 'buyer') === 0) return 'no-attempts-left';
		const { min, max } = offerBounds(world);
		return unless(min <= max);
	},
	'accept-offer': (attempt) => offerRefusal(attempt, ({ by }) => by !== attempt.role),
	'decline-offer': (attempt) => offerRefusal(attempt, ({ by }) => by !== attempt.role),
	'counter-offer': (attempt) => {
		const { world, pair } = attempt;
		const open = openOffer(pair, 'seller');
		if (open?.by === 'seller' && !isSold(attempt)) return 'already-decided';
		return offerRefusal(attempt, (offer) => {
			const { min, max } = counterBounds(world, offer);
			return min <= max;
		});
	},
	'withdraw-offer': (attempt) => offerRefusal(attempt, ({ by }) => by === 'buyer'),
	reserve(attempt) {
		const { world, pair } = attempt;
		if (isSold(attempt)) return 'item-sold';
		if (reservationOf(world, pair)) return 'not-available';
		return world.reservation ? 'reserved-for-other' : unless(pair.isHeard && !pair.blockedBy.buyer);
	},
	release(attempt) {
		const { world, pair } = attempt;
		if (isSold(attempt)) return 'item-sold';
		const agreedSlot = currentHandover(world, pair)?.agreedSlot ?? null;
		const hasBegun = agreedSlot !== null && agreedSlot <= world.now;
		return unless(reservationOf(world, pair) !== undefined && !hasBegun);
	},
	'join-queue'(attempt) {
		if (isSold(attempt)) return 'item-sold';
		const { world, pair } = attempt;
		const mayJoin = pair.isConfirmed || pair.hasWritten;
		return unless(isForOther(attempt) && !placeOf(world, pair) && mayJoin);
	},
	'leave-queue'(attempt) {
		if (isSold(attempt)) return 'item-sold';
		const place = placeOf(attempt.world, attempt.pair);
		return unless(place !== undefined && place.turnUntil === null);
	},
	'take-turn': turnRefusal,
	'pass-turn': turnRefusal,
	'propose-handover'(attempt) {
		const { world, pair } = attempt;
		if (isSold(attempt)) return 'item-sold';
		if (world.reservation && !reservationOf(world, pair)) return 'reserved-for-other';
		if (!world.reservation) return 'not-available';
		const isAgreed = (currentHandover(world, pair)?.agreedSlot ?? null) !== null;
		return isAgreed ? 'already-decided' : undefined;
	},
	'accept-handover'(attempt) {
		const { world, pair, role, body } = attempt;
		const named = body && namedHandover(pair, body);
		if (named === 'unknown') return 'not-available';
		if (isSold(attempt)) return 'item-sold';
		const current = currentHandover(world, pair);
		if (!current || (named && named !== current)) return 'not-available';
		if (current.agreedSlot !== null) return 'already-decided';
		return unless(current.proposedBy !== role);
	},
	'cancel-handover'(attempt) {
		const { world, pair, body } = attempt;
		const named = body && namedHandover(pair, body);
		if (named === 'unknown') return 'not-available';
		if (isSold(attempt)) return 'item-sold';
		const current = currentHandover(world, pair);
		const agreedSlot = current?.agreedSlot ?? null;
		if (agreedSlot === null || (named && named !== current)) return 'not-agreed';
		return agreedSlot > world.now ? undefined : 'window-over';
	},
	'handover-done': outcomeRefusal,
	'handover-missed': outcomeRefusal,
	'confirm-sale': answerRefusal,
	'deny-sale': answerRefusal,
	review({ world, pair, role }) {
		const sale = reviewableSale(pair);
		if (!sale) return 'not-available';
		const hasAgreed = role === 'buyer' || sale.isConfirmed === true || pair.hasBuyerAgreed;
		if (isAcrossBlock(pair) && !hasAgreed) return 'not-available';
		if (sale.reviews[role]) return 'already-decided';
		const isOver = sale !== currentSale(world, pair) || reviewUntil(sale) <= world.now;
		return isOver ? 'window-over' : undefined;
	},
	'reply-review'({ world, pair, role }) {
		const review = publishedReview(world, pair, role);
		if (!review) return 'not-available';
		return review.answer === null ? undefined : 'already-decided';
	},
};
