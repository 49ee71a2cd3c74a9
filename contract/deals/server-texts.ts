import { isolated } from '#contract/core/format.ts';
import type { DealEvent } from './events.ts';
import { DEAL_LIMITS, type DealEventType, type DealRole } from './facts.ts';

/*
 * Texts about the steps of deals that the server stores or sends: chat messages, notifications, reminders and an alert.
 */

/** The values that the texts of steps contain, formatted for display: '₹350', 'Tue, 18:00'. */
export interface StepDetails {
	amount: string;
	price: string;
	until: string;
	turnUntil: string;
	/** The place in the queue, from 1. */
	queuePlace: string;
	/** The name of the hand-over spot. */
	spot: string;
	slot: string;
	slots: string;
}

/**
 * The text of a step's chat message, for clients that do not read its `event`. It contains no names, because both people
 * read the same text. Our pages show step-texts.ts instead.
 */
export const STORED_STEP_TEXTS = {
	'offer-made': ({ amount }: StepDetails) => `Offered ${amount}.`,
	'offer-countered': ({ amount }: StepDetails) => `Asked for ${amount} instead.`,
	'offer-accepted': ({ amount, until }: StepDetails) =>
		`Accepted ${amount}. Reserved until ${until}.`,
	'offer-declined': ({ amount }: StepDetails) => `Declined the offer of ${amount}.`,
	'offer-withdrawn': ({ amount }: StepDetails) => `Withdrew the offer of ${amount}.`,
	'offer-lapsed': ({ amount }: StepDetails) => `The offer of ${amount} has lapsed.`,
	reserved: ({ until }: StepDetails) => `Reserved for you until ${until}.`,
	released: () => 'Released the reservation.',
	'reservation-ended': () => 'The reservation has ended.',
	'queue-joined': ({ queuePlace }: StepDetails) => `Joined the queue at place ${queuePlace}.`,
	'queue-left': () => 'Left the queue.',
	'queue-ended': () => 'The queue has ended.',
	'turn-began': ({ turnUntil }: StepDetails) =>
		`It is your turn: you can take it until ${turnUntil}.`,
	'turn-passed': () => 'Passed the turn on.',
	'turn-lapsed': () => 'The turn is over.',
	'handover-proposed': ({ spot, slots }: StepDetails) =>
		`Proposed to meet: ${isolated(spot)}, ${slots}.`,
	'handover-agreed': ({ spot, slot }: StepDetails) => `Agreed to meet: ${isolated(spot)}, ${slot}.`,
	'handover-cancelled': ({ until }: StepDetails) =>
		`Called the hand-over off. Reserved until ${until}.`,
	'handover-done': () => 'Said that the hand-over is done.',
	'handover-no-deal': () => 'Said that they met, but there is no deal.',
	'handover-missed': () => 'Said that the other person did not come to the hand-over.',
	'handover-contested': () => 'Said that they were there.',
	sold: ({ price }: StepDetails) => `Marked it as sold to you for ${price}.`,
	'sale-confirmed': () => 'Got it. The deal is done.',
	'sale-denied': () => 'Said that it was not handed over.',
	'deal-completed': () => 'The deal is done.',
	reviewed: () => 'Wrote a review.',
	'review-answered': () => 'Answered the review.',
} as const satisfies Record<DealEventType, (details: StepDetails) => string>;

/** Added to the text of a step that the removal of the item caused. */
export const REMOVED_TEXT = 'The seller has taken it off the market.';

/** The text of a step, with the reason if the removal of the item or a sale to nobody in this deal caused it. */
export function withReason(
	text: string,
	{ isSoldElsewhere, isSold, isRemoved }: DealEvent,
): string {
	if (isRemoved) return `${text} ${REMOVED_TEXT}`;
	if (isSoldElsewhere) return `${text} The item was sold to somebody else.`;
	return isSold ? `${text} The item was sold.` : text;
}

/** The text of `reserved` when the buyer took their turn, instead of the seller's text. */
export const storedTurnTakenText = ({ amount, until }: StepDetails): string =>
	`Took it at ${amount}. Reserved until ${until}.`;

/** What the titles of notifications contain. */
export interface TitleDetails extends StepDetails {
	/** The other person. */
	name: string;
	/** The side that reads the notification. */
	reader: DealRole;
	/** The offer that a counter-offer answers. */
	offered: string;
}

/**
 * The kind of notification by step, and its title, after which the item is named. The side that did not make the step is
 * notified. Of other steps nobody is: joining and leaving a queue, passing a turn and withdrawing an offer.
 */
export const STEP_NOTIFICATIONS = {
	'offer-made': { kind: 'offer', title: ({ name, amount }) => `${name} offers ${amount}` },
	'offer-countered': {
		kind: 'offer',
		title: ({ name, amount, offered }) => `${name} asks ${amount} for your ${offered} offer`,
	},
	'offer-accepted': { kind: 'offer', title: ({ name, amount }) => `${name} accepts ${amount}` },
	'offer-declined': { kind: 'offer', title: ({ name, amount }) => `${name} declines ${amount}` },
	'offer-lapsed': {
		kind: 'offer',
		title: ({ name, amount }) => `Your offer of ${amount} to ${name} has lapsed`,
	},
	reserved: {
		kind: 'reservation',
		title: ({ name, amount, reader }) =>
			reader === 'buyer'
				? `${name} reserved it for you at ${amount}`
				: `${name} takes it at ${amount}`,
	},
	released: { kind: 'reservation', title: ({ name }) => `${name} released the reservation` },
	'reservation-ended': {
		kind: 'reservation',
		title: ({ name, reader }) =>
			reader === 'buyer'
				? `Your reservation with ${name} has ended`
				: `The reservation for ${name} has ended`,
	},
	'queue-ended': { kind: 'queue-turn', title: ({ name }) => `The queue of ${name} has ended` },
	'turn-began': {
		kind: 'queue-turn',
		title: ({ name }) => `It is your turn to buy from ${name}`,
	},
	'turn-lapsed': {
		kind: 'queue-turn',
		title: ({ name }) => `Your turn to buy from ${name} is over`,
	},
	'handover-proposed': { kind: 'handover', title: ({ name }) => `${name} proposes to meet` },
	'handover-agreed': {
		kind: 'handover',
		title: ({ name, slot }) => `${name} agrees to meet ${slot}`,
	},
	'handover-cancelled': {
		kind: 'handover',
		title: ({ name }) => `${name} called off the hand-over`,
	},
	'handover-done': {
		kind: 'handover',
		title: ({ name, reader }) =>
			reader === 'buyer' ? `${name} asks whether you got it` : `${name} says that they got it`,
	},
	'handover-no-deal': {
		kind: 'handover',
		title: ({ name }) => `${name} says that there is no deal`,
	},
	'handover-contested': {
		kind: 'handover',
		title: ({ name }) => `${name} says that they were there`,
	},
	'handover-missed': {
		kind: 'handover',
		title: ({ name }) => `${name} says that you did not come`,
	},
	sold: { kind: 'sale', title: ({ name }) => `${name} asks whether you got it` },
	'sale-confirmed': { kind: 'sale', title: ({ name }) => `${name} got it, and the deal is done` },
	'sale-denied': { kind: 'sale', title: ({ name }) => `${name} says that they did not get it` },
	'deal-completed': { kind: 'sale', title: ({ name }) => `The deal with ${name} is done` },
	reviewed: { kind: 'review', title: ({ name }) => `${name} reviewed you` },
	'review-answered': { kind: 'review', title: ({ name }) => `${name} answered your review` },
} as const satisfies Partial<
	Record<DealEventType, { kind: string; title: (details: TitleDetails) => string }>
>;

/** Titles for the cases in which the usual title of the step would be wrong for the reader. */
export const OTHER_STEP_TITLES = {
	/** The offer was the other side's. */
	theirOfferLapsed: ({ name, amount }: TitleDetails) => `${name}’s offer of ${amount} has lapsed`,
	/** Both have said that the hand-over is done. */
	bothDone: STEP_NOTIFICATIONS['deal-completed'].title,
} as const;

export const REMINDER_MESSAGES = {
	reservation: (name: string, reader: DealRole) =>
		reader === 'buyer'
			? `Your reservation with ${name} ends soon`
			: `The reservation for ${name} ends soon`,
	reservationText: (until: string) => `It ends ${until}.`,
	handover: (name: string) => `You meet ${name} soon`,
	handoverText: (spot: string, slot: string) => `${isolated(spot)}, ${slot}.`,
} as const;

/** For the administrators. */
export const MISSED_ALERT = {
	title: 'Missed hand-overs',
	text: (userId: number) =>
		`${DEAL_LIMITS.missedAlertFrom} people say that user ${userId} did not come to a hand-over within the last ${DEAL_LIMITS.missedAlertDays} days.`,
} as const;

/** For the administrators. */
export const CONTESTED_ALERT = {
	title: 'Contested hand-overs',
	text: (userId: number) =>
		`User ${userId} said of two people that they did not come to a hand-over, and both say that they were there.`,
} as const;

/** The title of a hand-over's calendar entry. */
export const handoverSummary = (name: string, title: string): string =>
	`Meet ${isolated(name)}: ${isolated(title)}`;

/** The title of a notification about an item. */
export const aboutItem = (what: string, title: string): string => `${what}: ${isolated(title)}`;
