import { defineErrors } from '#contract/core/errors.ts';
import { formatRupees, isolated } from '#contract/core/format.ts';
import { DEAL_LIMITS, HELD_FOR_OTHER_TEXT, RESERVATION_HOUR_CHOICES } from './facts.ts';

/** Refusals of an action, with the deal as it is now: status 409. */
export const DEAL_ERRORS = /* @__PURE__ */ defineErrors('deal', {
	offerLapsed: 'This offer is no longer open.',
	reservedForOther: 'Reserved for someone else. Join the queue to be next.',
	alreadyDecided: 'This was decided before.',
	noAttemptsLeft: 'You have made all your offers at this price.',
	itemSold: 'This item is sold.',
	priceFixed: 'The price of this item is fixed.',
	noTurn: 'It is not your turn.',
	notAgreed: 'No hand-over is agreed.',
	windowOver: 'The time for this is over.',
	notAvailable: 'This is not possible now.',
	tooMany: `The two of you can do this ${DEAL_LIMITS.repeatedStepsPerDay} times a day. Please try again tomorrow, or write in the chat.`,
});

/** `reservedForOther` as the seller reads it, who can join no queue. */
export const HELD_FOR_OTHER: typeof DEAL_ERRORS.reservedForOther = {
	...DEAL_ERRORS.reservedForOther,
	message: HELD_FOR_OTHER_TEXT,
};

/** Refusals of what was sent: status 400, 403 or 404. */
export const DEAL_INPUT_ERRORS = /* @__PURE__ */ defineErrors('deal', {
	notFound: 'There is no such deal.',
	notYours: 'Only the buyer and the seller can see this deal.',
	badAction: 'There is no such action.',
	badClientId: 'The id of that step is not valid.',
	amountMissing: 'Please enter an amount in rupees.',
	amountRange: (min: number, max: number) =>
		`Please offer whole rupees between ${formatRupees(min)} and ${formatRupees(max)}.`,
	offerId: 'Please say which offer you mean.',
	hours: `Please reserve for ${RESERVATION_HOUR_CHOICES.slice(0, -1).join(', ')} or ${RESERVATION_HOUR_CHOICES.at(-1)} hours.`,
	reservedAmount: 'Please reserve at the price, or at an amount that was accepted between you.',
	reason: `Please give the reason in at most ${DEAL_LIMITS.releaseReasonMax} characters.`,
	spot: 'Please choose a place from the list.',
	spotOrPlace: 'Please choose a place from the list, or describe one in your words.',
	place: `Please describe the place in ${DEAL_LIMITS.placeMin} to ${DEAL_LIMITS.placeMax} characters.`,
	slots: `Please propose at least one time, and at most ${DEAL_LIMITS.slotsMax}.`,
	slot: 'Please choose one of the proposed times.',
	slotIncomplete: 'Please give both the day and the time, or leave it empty.',
	slotTwice: 'Please propose different times.',
	slotPast: 'Please choose a time that is still to come.',
	slotTooFar: `Please choose a time within ${DEAL_LIMITS.slotDaysMax} days.`,
	slotStep: `Please choose a time in steps of ${DEAL_LIMITS.slotStepMinutes} minutes, such as 10:00 or 10:05.`,
	slotHours: (name: string, opens: string, closes: string) =>
		`${isolated(name)} is open from ${opens} to ${closes}. Please choose a time between.`,
	handoverId: 'Please say which hand-over you mean.',
	stars: `Please give one to ${DEAL_LIMITS.starsMax} stars.`,
	tags: `Please choose at most ${DEAL_LIMITS.tagsMax} different tags from the list.`,
	reviewText: `A review can have at most ${DEAL_LIMITS.reviewMax} characters.`,
	answerText: `Please answer in 1 to ${DEAL_LIMITS.reviewAnswerMax} characters.`,
	badState: 'The state is open, done or reserved.',
	badRole: 'The role is buyer or seller.',
	badBuyer: 'Please choose somebody who has written about the item.',
	salePrice: 'Please enter a price between 0 and 999,999.99, with at most two decimals.',
});
export type DealErrorName = keyof typeof DEAL_ERRORS;
