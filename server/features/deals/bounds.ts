import type { Spot } from '#contract/catalogue/schemas.ts';
import { isOpenAt } from '#contract/catalogue/spot-hours.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import { codePointLength } from '#contract/core/schemas.ts';
import { counterRange, isWithinRange, offerRange } from '#contract/deals/amounts.ts';
import { DEAL_INPUT_ERRORS as ERRORS } from '#contract/deals/errors.ts';
import { DEAL_LIMITS, type DealAction, RESERVATION_HOUR_CHOICES } from '#contract/deals/facts.ts';
import type { DealBodies } from '#contract/deals/schemas.ts';
import type { Moment } from '#server/db/deal-state.ts';
import { invalidField } from '#server/lib/app-error.ts';
import { acceptedAmountsOf, type DealView } from './decide.ts';
import { addMs, DAY_MS } from './state.ts';

export interface BoundsContext {
	view: DealView;
	timeZone: string;
	spots: readonly Spot[];
}

/** Checks of the values in the body, by action. They run after the check that the deal's state allows the action. */
const BOUNDS: {
	[Action in DealAction]?: (body: DealBodies[Action], context: BoundsContext) => void;
} = {
	offer({ amount }, { view }) {
		const range = offerRange(view.item.price);
		rejectIf(!isWithinRange(amount, range), 'amount', ERRORS.amountRange(range.min, range.max));
	},
	'counter-offer'({ amount }, { view: { item, deal } }) {
		const range = counterRange(item.price, deal.offer?.amount ?? 0);
		rejectIf(!isWithinRange(amount, range), 'amount', ERRORS.amountRange(range.min, range.max));
	},
	reserve({ hours, amount }, { view }) {
		rejectIf(!RESERVATION_HOUR_CHOICES.some((choice) => choice === hours), 'hours', ERRORS.hours);
		const isAllowed =
			amount === undefined ||
			amount === view.item.price ||
			acceptedAmountsOf(view).includes(amount);
		rejectIf(!isAllowed, 'amount', ERRORS.reservedAmount);
	},
	release({ reason }) {
		rejectLonger('reason', reason, DEAL_LIMITS.releaseReasonMax, ERRORS.reason);
	},
	'propose-handover'({ spotId, place, slots }, context) {
		const spot = context.spots.find(({ id }) => id === spotId);
		if (place === undefined) rejectIf(!spot, 'spotId', ERRORS.spot);
		else {
			const length = codePointLength(place);
			const isRight = length >= DEAL_LIMITS.placeMin && length <= DEAL_LIMITS.placeMax;
			rejectIf(!isRight, 'place', ERRORS.place);
		}
		rejectIf(slots.length < 1, 'slots', ERRORS.slots);
		rejectIf(new Set(slots).size < slots.length, 'slots', ERRORS.slotTwice);
		for (const slot of slots) requireSlot(slot, spot, context);
	},
	'accept-handover'({ slot }, { view: { deal, now } }) {
		rejectIf(!deal.handover?.slots.includes(slot), 'slot', ERRORS.slot);
		rejectIf(slot <= now, 'slot', ERRORS.slotPast);
	},
	review({ stars, tags, text }) {
		const areStarsValid = Number.isInteger(stars) && stars >= 1 && stars <= DEAL_LIMITS.starsMax;
		rejectIf(!areStarsValid, 'stars', ERRORS.stars);
		rejectIf(new Set(tags).size < tags.length, 'tags', ERRORS.tags);
		rejectLonger('text', text, DEAL_LIMITS.reviewMax, ERRORS.reviewText);
	},
	'reply-review'({ text }) {
		rejectIf(text === '', 'text', ERRORS.answerText);
		rejectLonger('text', text, DEAL_LIMITS.reviewAnswerMax, ERRORS.answerText);
	},
};

/**
 * Checks the values in the body of an action.
 * @throws AppError invalid for the first value outside its limits
 */
export function requireWithinBounds<Action extends DealAction>(
	action: Action,
	body: DealBodies[Action],
	context: BoundsContext,
): void {
	BOUNDS[action]?.(body, context);
}

/** @param spot undefined for a place in own words, which is always open */
function requireSlot(
	slot: Moment,
	spot: Spot | undefined,
	{ view: { now }, timeZone }: BoundsContext,
): void {
	rejectIf(slot <= now, 'slots', ERRORS.slotPast);
	rejectIf(slot > addMs(now, DEAL_LIMITS.slotDaysMax * DAY_MS), 'slots', ERRORS.slotTooFar);
	const local = Temporal.Instant.from(slot).toZonedDateTimeISO(timeZone);
	const isOnStep =
		local.minute % DEAL_LIMITS.slotStepMinutes === 0 && Date.parse(slot) % 60_000 === 0;
	rejectIf(!isOnStep, 'slots', ERRORS.slotStep);
	if (!spot) return;
	const closedError = ERRORS.slotHours(spot.name, spot.opens, spot.closes);
	rejectIf(!isOpenAt(spot, local.hour * 60 + local.minute), 'slots', closedError);
}

function rejectLonger(
	path: string,
	value: string | undefined,
	max: number,
	error: DeclaredError,
): void {
	rejectIf(value !== undefined && codePointLength(value) > max, path, error);
}

function rejectIf(isWrong: boolean, path: string, error: DeclaredError): void {
	if (isWrong) throw invalidField(path, error);
}
