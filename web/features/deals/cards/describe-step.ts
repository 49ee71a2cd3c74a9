import { formatRupees } from '#contract/core/format.ts';
import type { DealEvent } from '#contract/deals/events.ts';
import type { DealEventType, DealRole } from '#contract/deals/facts.ts';
import { withReason } from '#contract/deals/server-texts.ts';
import { DEAL_STEP_TEXTS as TEXTS } from '#contract/deals/step-texts.ts';
import { formatDealTime } from '#web/features/deals/deal-times.ts';

/** What the sentence about a step depends on besides its event. */
interface StepReader {
	/** Whether the reader took the step. */
	isOwn: boolean;
	/** The role of the reader. */
	role: DealRole;
	/** The other person's name. */
	name: string;
	/** The text of the message. It contains no names. */
	text: string;
}

interface StepDetails extends Omit<StepReader, 'role'> {
	isBuyer: boolean;
	/** The author of the step: 'You', or the other person's name. */
	author: string;
	amount: string;
	/** 0 in steps without an amount. */
	reservationRupees: number;
	price: string;
	until: string;
	turnUntil: string;
	/** The buyer's place in the queue. */
	place: number | undefined;
	spot: string;
	slot: string;
}

type Describe = (step: StepDetails) => string;

const DESCRIPTIONS: Readonly<Record<DealEventType, Describe>> = {
	'offer-made': ({ author, text }) => `${author}: ${text}`,
	'offer-countered': ({ author, text }) => `${author}: ${text}`,
	'offer-accepted': ({ author, amount, until }) =>
		until ? TEXTS.acceptedUntil(author, amount, until) : TEXTS.accepted(author, amount),
	'offer-declined': ({ author }) => TEXTS.declined(author),
	'offer-withdrawn': ({ author }) => TEXTS.withdrawn(author),
	'offer-lapsed': () => TEXTS.lapsed,
	reserved: ({ isBuyer, name, reservationRupees, until }) =>
		isBuyer
			? TEXTS.reservedForYou(reservationRupees, until)
			: TEXTS.reservedFor(name, reservationRupees, until),
	// The text of the message ends with the reason.
	released: ({ author, text }) => `${author}: ${text}`,
	'reservation-ended': () => TEXTS.reservationEnded,
	'queue-joined': ({ author, place }) =>
		place === undefined ? TEXTS.joined(author) : TEXTS.joinedAtPlace(author, place),
	'queue-left': ({ author }) => TEXTS.left(author),
	'queue-ended': () => TEXTS.queueEnded,
	'turn-began': ({ isBuyer, name, turnUntil }) =>
		isBuyer ? TEXTS.yourTurn(turnUntil) : TEXTS.theirTurn(name, turnUntil),
	'turn-passed': ({ author }) => TEXTS.passed(author),
	'turn-lapsed': () => TEXTS.turnLapsed,
	'handover-proposed': ({ author, text }) => `${author}: ${text}`,
	'handover-agreed': ({ spot, slot }) => TEXTS.agreed(spot, slot),
	'handover-cancelled': ({ author }) => TEXTS.calledOff(author),
	'handover-done': ({ author }) => TEXTS.saidDone(author),
	'handover-no-deal': ({ isOwn, name }) => (isOwn ? TEXTS.youSaidNoDeal(name) : TEXTS.noDeal(name)),
	'handover-contested': ({ isOwn, name }) => (isOwn ? TEXTS.youContested : TEXTS.contested(name)),
	'handover-missed': ({ isOwn, name }) =>
		isOwn ? TEXTS.youSaidMissed(name) : TEXTS.theySaidMissed(name),
	sold: ({ isBuyer, name, price }) =>
		isBuyer ? TEXTS.soldToYou(name, price) : TEXTS.youSold(name, price),
	'sale-confirmed': ({ isBuyer, name }) => (isBuyer ? TEXTS.youHaveIt : TEXTS.theyHaveIt(name)),
	'sale-denied': ({ isBuyer, name }) => (isBuyer ? TEXTS.youDenied : TEXTS.theyDenied(name)),
	'deal-completed': () => TEXTS.completed,
	reviewed: ({ author }) => TEXTS.reviewed(author),
	'review-answered': ({ author }) => TEXTS.answered(author),
};

/** The sentence that describes a step in the chat to its reader. */
export function describeStep(event: DealEvent, { isOwn, role, name, text }: StepReader): string {
	const when = (iso: string | undefined) => (iso === undefined ? '' : formatDealTime(iso));
	const rupees = (amount: number | undefined) => (amount === undefined ? '' : formatRupees(amount));
	const description = DESCRIPTIONS[event.type]({
		isOwn,
		name,
		text,
		isBuyer: role === 'buyer',
		author: isOwn ? TEXTS.you : name,
		amount: rupees(event.amount),
		reservationRupees: event.amount ?? 0,
		price: rupees(event.price),
		until: when(event.until),
		turnUntil: when(event.turnUntil),
		place: event.place,
		spot: event.spot?.name ?? '',
		slot: when(event.slot),
	});
	return withReason(description, event);
}

export type OfferOutcome = keyof typeof TEXTS.outcomes;

/**
 * The outcomes of the offers in a chat. A deal has at most one open offer, so that a step that ends an offer is about
 * the last offer before it.
 * @param events the events of the messages, in their order; undefined for a message that reports no step
 * @returns the outcomes by the index of the offer in `events`
 */
export function offerOutcomes(
	events: readonly (DealEvent | undefined)[],
): ReadonlyMap<number, OfferOutcome> {
	const outcomes = new Map<number, OfferOutcome>();
	let openIndex: number | undefined;
	for (const [index, event] of events.entries()) {
		if (!event) continue;
		if (openIndex !== undefined && isOutcome(event.type)) {
			outcomes.set(openIndex, event.type);
			openIndex = undefined;
		}
		if (isOffer(event)) openIndex = index;
	}
	return outcomes;
}

export function isOffer({ type }: DealEvent): boolean {
	return type === 'offer-made' || type === 'offer-countered';
}

function isOutcome(type: DealEvent['type']): type is OfferOutcome {
	return type in TEXTS.outcomes;
}
