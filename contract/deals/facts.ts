/** The two sides of a deal. */
export const DEAL_ROLES = ['buyer', 'seller'] as const;
export type DealRole = (typeof DEAL_ROLES)[number];

/** What somebody can do in a deal; `transitions.ts` says who, and when. */
export const DEAL_ACTIONS = [
	'offer',
	'accept-offer',
	'decline-offer',
	'counter-offer',
	'withdraw-offer',
	'reserve',
	'release',
	'join-queue',
	'leave-queue',
	'take-turn',
	'pass-turn',
	'propose-handover',
	'accept-handover',
	'cancel-handover',
	'handover-done',
	'handover-no-deal',
	'handover-missed',
	'handover-contest',
	'confirm-sale',
	'deny-sale',
	'review',
	'reply-review',
] as const;
export type DealAction = (typeof DEAL_ACTIONS)[number];

/** What has happened in a deal: each is a message of its chat. */
export const DEAL_EVENT_TYPES = [
	'offer-made',
	'offer-countered',
	'offer-accepted',
	'offer-declined',
	'offer-withdrawn',
	'offer-lapsed',
	'reserved',
	'released',
	'reservation-ended',
	'queue-joined',
	'queue-left',
	'queue-ended',
	'turn-began',
	'turn-passed',
	'turn-lapsed',
	'handover-proposed',
	'handover-agreed',
	'handover-cancelled',
	'handover-done',
	'handover-no-deal',
	'handover-missed',
	'handover-contested',
	'sold',
	'sale-confirmed',
	'sale-denied',
	'deal-completed',
	'reviewed',
	'review-answered',
] as const;
export type DealEventType = (typeof DEAL_EVENT_TYPES)[number];

/** Steps that no person takes: something ended or began because of a time limit, a sale or another change. */
export const AUTOMATIC_EVENT_TYPES = [
	'offer-lapsed',
	'reservation-ended',
	'queue-ended',
	'turn-began',
	'turn-lapsed',
	'deal-completed',
] as const satisfies readonly DealEventType[];

/** How long the seller can reserve an item, in hours. */
export const RESERVATION_HOUR_CHOICES = [24, 48, 120] as const;

/**
 * Filters of a list of deals. `open`: an offer, a reservation, a place in the queue, or a sale that the buyer has not
 * answered is open. `done`: all others. `reserved`: those for whose buyer the item is reserved, which are open too.
 */
export const DEAL_LIST_FILTERS = ['open', 'done', 'reserved'] as const;

export const DEAL_LIMITS = {
	/** An offer is at least this share of the price. */
	offerMinShare: 0.5,
	/** How many offers a buyer may make for an item. A new asking price or a new listing of the item resets the count. */
	attemptsMax: 3,
	/** How long an offer or a counter-offer is open. */
	offerHours: 24,
	/** Length of a reservation after an accepted offer or a taken turn; also the default of the seller's form. */
	reservationHours: 48,
	/** How long the first in the queue can take the item alone, the night not counted (`turn.ts`). */
	turnHours: 6,
	/** The night by the college's clock: from this hour, to the other on the next day. */
	nightFromHour: 22,
	nightToHour: 8,
	/** Queues in which a person may wait at the same time. */
	queuesMax: 10,
	releaseReasonMax: 200,
	/** A slot is a time that is proposed for a hand-over; a proposal has up to this many. */
	slotsMax: 3,
	/** How far ahead a slot may be. */
	slotDaysMax: 14,
	/** The minute of a slot's local time is a multiple of this. */
	slotStepMinutes: 5,
	/** The reservation lasts this long after an agreed hand-over. */
	hoursAfterHandover: 24,
	/** From how many minutes after the agreed time one can say that the other did not come. */
	missedFromMinutes: 15,
	/** How long the other can then say that they were there. */
	contestHours: 24,
	/** Length of a place for a hand-over in own words. */
	placeMin: 3,
	placeMax: 120,
	/** How long before the end of a reservation, or before an agreed hand-over, both people are reminded. */
	reservationReminderHours: 2,
	handoverReminderMinutes: 30,
	/** For how many days the id of a request is known, so that the same request does nothing twice. */
	requestDays: 30,
	/** How many times two people can reserve for each other, and how many hand-overs they can propose, within 24 hours. */
	repeatedStepsPerDay: 12,
	/** A sale that the buyer neither confirms nor denies is complete after this time. */
	saleAnswerDays: 7,
	/** How long after a complete sale both people can write reviews. */
	reviewDays: 14,
	starsMax: 5,
	tagsMax: 3,
	reviewMax: 500,
	reviewAnswerMax: 300,
	/** Number of people with a confirmed address whose published reviews make a rating: the newest of each. */
	ratedFrom: 3,
	/** Days for which a missed hand-over counts against a person. */
	missedDays: 90,
	/** Number of people with a confirmed address with whom a person has kept a hand-over to count as reliable. */
	reliableFrom: 3,
	/** Administrators are notified when this many different people report a missed hand-over within `missedAlertDays`. */
	missedAlertFrom: 2,
	missedAlertDays: 30,
	/** Deals, or reviews of a person, on a page by default. */
	pageDefault: 20,
} as const;

export const REVIEW_TAGS = [
	'as-described',
	'on-time',
	'friendly',
	'fair-price',
	'not-as-described',
	'late-or-absent',
	'unfriendly',
	'changed-the-price',
] as const;
export type ReviewTag = (typeof REVIEW_TAGS)[number];

/** What the seller reads in a deal while the item is reserved for another buyer, or it is their turn. */
export const HELD_FOR_OTHER_TEXT = 'Another buyer has it for now.';
