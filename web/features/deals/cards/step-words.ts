import { formatRupees } from '#contract/core/format.ts';
import type { DealEvent } from '#contract/deals/events.ts';
import type { DealEventType, DealRole } from '#contract/deals/facts.ts';
import { DEAL_STEP_TEXTS as TEXTS } from '#contract/deals/step-texts.ts';
import { SOLD_ELSEWHERE_WORDS } from '#contract/deals/server-texts.ts';
import { formatDealTime } from '#web/features/deals/deal-times.ts';

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
	who: string;
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

type Words = (step: StepDetails) => string;

const WORDS: Readonly<Record<DealEventType, Words>> = {
	'offer-made': ({ who, text }) => `${who}: ${text}`,
	'offer-countered': ({ who, text }) => `${who}: ${text}`,
	'offer-accepted': ({ who, amount, until }) =>
		until ? TEXTS.acceptedUntil(who, amount, until) : TEXTS.accepted(who, amount),
	'offer-declined': ({ who }) => TEXTS.declined(who),
	'offer-withdrawn': ({ who }) => TEXTS.withdrawn(who),
	'offer-lapsed': () => TEXTS.lapsed,
	reserved: ({ isBuyer, name, reservationRupees, until }) =>
		isBuyer
			? TEXTS.reservedForYou(reservationRupees, until)
			: TEXTS.reservedFor(name, reservationRupees, until),
	// The text of the message ends with the reason.
	released: ({ who, text }) => `${who}: ${text}`,
	'reservation-ended': () => TEXTS.reservationEnded,
	'queue-joined': ({ who, place }) =>
		place === undefined ? TEXTS.joined(who) : TEXTS.joinedAtPlace(who, place),
	'queue-left': ({ who }) => TEXTS.left(who),
	'queue-ended': () => TEXTS.queueEnded,
	'turn-began': ({ isBuyer, name, turnUntil }) =>
		isBuyer ? TEXTS.yourTurn(turnUntil) : TEXTS.theirTurn(name, turnUntil),
	'turn-passed': ({ who }) => TEXTS.passed(who),
	'turn-lapsed': () => TEXTS.turnLapsed,
	'handover-proposed': ({ who, text }) => `${who}: ${text}`,
	'handover-agreed': ({ spot, slot }) => TEXTS.agreed(spot, slot),
	'handover-cancelled': ({ who }) => TEXTS.calledOff(who),
	'handover-done': ({ who }) => TEXTS.saidDone(who),
	'handover-missed': ({ isOwn, name }) =>
		isOwn ? TEXTS.youSaidMissed(name) : TEXTS.theySaidMissed(name),
	sold: ({ isBuyer, name, price }) =>
		isBuyer ? TEXTS.soldToYou(name, price) : TEXTS.youSold(name, price),
	'sale-confirmed': ({ isBuyer, name }) => (isBuyer ? TEXTS.youHaveIt : TEXTS.theyHaveIt(name)),
	'sale-denied': ({ isBuyer, name }) => (isBuyer ? TEXTS.youDenied : TEXTS.theyDenied(name)),
	'deal-completed': () => TEXTS.completed,
	reviewed: ({ who }) => TEXTS.reviewed(who),
	'review-answered': ({ who }) => TEXTS.answered(who),
};

/** The sentence that describes a step in the chat to its reader. */
export function stepWords(event: DealEvent, { isOwn, role, name, text }: StepReader): string {
	const when = (iso: string | undefined) => (iso === undefined ? '' : formatDealTime(iso));
	const rupees = (amount: number | undefined) => (amount === undefined ? '' : formatRupees(amount));
	const words = WORDS[event.type]({
		isOwn,
		name,
		text,
		isBuyer: role === 'buyer',
		who: isOwn ? TEXTS.you : name,
		amount: rupees(event.amount),
		reservationRupees: event.amount ?? 0,
		price: rupees(event.price),
		until: when(event.until),
		turnUntil: when(event.turnUntil),
		place: event.place,
		spot: event.spot?.name ?? '',
		slot: when(event.slot),
	});
	return event.isSoldElsewhere ? `${words} ${SOLD_ELSEWHERE_WORDS}` : words;
}
