import type { Spot } from '#contract/catalogue/schemas.ts';
import { isOpenAt } from '#contract/catalogue/spot-hours.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import { codePointLength } from '#contract/core/schemas.ts';
import { counterRange, isWithinRange, offerRange } from '#contract/deals/amounts.ts';
import { DEAL_INPUT_ERRORS as ERRORS } from '#contract/deals/errors.ts';
import { DEAL_LIMITS, type DealAction, RESERVATION_HOUR_CHOICES } from '#contract/deals/facts.ts';
import type { DealBodies } from '#contract/deals/schemas.ts';
import { invalidField } from '#server/lib/app-error.ts';
import type { DealItem } from './item-queries.ts';
import type { Pair } from './pair-queries.ts';

export interface BoundsContext {
	item: DealItem;
	pair: Pair;
	now: Date;
	timeZone: string;
	spots: readonly Spot[];
}

/** Checks of the values in the body, by action. They run after the check that the deal's state allows the action. */
const BOUNDS: {
	[Action in DealAction]?: (body: DealBodies[Action], context: BoundsContext) => void;
} = {
	offer({ amount }, { item }) {
		const range = offerRange(item.price);
		rejectIf(!isWithinRange(amount, range), 'amount', ERRORS.amountRange(range.min, range.max));
	},
	'counter-offer'({ amount }, { item, pair }) {
		const range = counterRange(item.price, pair.offer?.amount ?? 0);
		rejectIf(!isWithinRange(amount, range), 'amount', ERRORS.amountRange(range.min, range.max));
	},
	reserve({ hours, amount }, { item, pair }) {
		rejectIf(!RESERVATION_HOUR_CHOICES.some((choice) => choice === hours), 'hours', ERRORS.hours);
		const allowedAmounts = [item.price, ...pair.acceptedAmounts];
		rejectIf(
			amount !== undefined && !allowedAmounts.includes(amount),
			'amount',
			ERRORS.reservedAmount,
		);
	},
	release({ reason }) {
		rejectLonger('reason', reason, DEAL_LIMITS.releaseReasonMax, ERRORS.reason);
	},
	'propose-handover'({ spotId, slots }, context) {
		const spot = context.spots.find(({ id }) => id === spotId);
		if (!spot) throw invalidField('spotId', ERRORS.spot);
		rejectIf(slots.length < 1, 'slots', ERRORS.slots);
		rejectIf(new Set(slots).size < slots.length, 'slots', ERRORS.slotTwice);
		for (const slot of slots) requireSlot(new Date(slot), spot, context);
	},
	'accept-handover'({ slot }, { pair, now }) {
		const slots = pair.handover?.slots.map((one) => new Date(one).getTime()) ?? [];
		rejectIf(!slots.includes(new Date(slot).getTime()), 'slot', ERRORS.slot);
		rejectIf(new Date(slot) <= now, 'slot', ERRORS.slotPast);
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

function requireSlot(slot: Date, spot: Spot, { now, timeZone }: BoundsContext): void {
	rejectIf(slot <= now, 'slots', ERRORS.slotPast);
	const latest = now.getTime() + DEAL_LIMITS.slotDaysMax * 24 * 3_600_000;
	rejectIf(slot.getTime() > latest, 'slots', ERRORS.slotTooFar);
	const local = Temporal.Instant.fromEpochMilliseconds(slot.getTime()).toZonedDateTimeISO(timeZone);
	const isOnStep =
		local.minute % DEAL_LIMITS.slotStepMinutes === 0 && slot.getTime() % 60_000 === 0;
	rejectIf(!isOnStep, 'slots', ERRORS.slotStep);
	const minuteOfDay = local.hour * 60 + local.minute;
	const closedError = ERRORS.slotHours(spot.name, spot.opens, spot.closes);
	rejectIf(!isOpenAt(spot, minuteOfDay), 'slots', closedError);
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
