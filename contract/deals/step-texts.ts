import { isolated } from '#contract/core/format.ts';
import { atPrice } from './messages.ts';

/** What a step in the chat says to its reader. */
export const DEAL_STEP_TEXTS = {
	you: 'You',
	youOffered: 'You offered',
	theyOffered: (name: string) => `${isolated(name)} offered`,
	youCountered: 'You asked for',
	theyCountered: (name: string) => `${isolated(name)} asked for`,
	openUntil: (until: string) => `Open until ${until}`,
	outcomes: {
		'offer-countered': 'Countered',
		'offer-accepted': 'Accepted',
		'offer-declined': 'Declined',
		'offer-withdrawn': 'Withdrawn',
		'offer-lapsed': 'Lapsed',
	},
	accepted: (who: string, amount: string) => `${isolated(who)} accepted ${amount}.`,
	acceptedUntil: (who: string, amount: string, until: string) =>
		`${isolated(who)} accepted ${amount}. Reserved until ${until}.`,
	declined: (who: string) => `${isolated(who)} declined the offer.`,
	withdrawn: (who: string) => `${isolated(who)} withdrew the offer.`,
	lapsed: 'The offer has lapsed.',
	reservedForYou: (rupees: number, until: string) =>
		`Reserved for you${atPrice(rupees)} until ${until}.`,
	reservedFor: (name: string, rupees: number, until: string) =>
		`Reserved for ${isolated(name)}${atPrice(rupees)} until ${until}.`,
	reservationEnded: 'The reservation has ended.',
	joined: (who: string) => `${isolated(who)} joined the queue.`,
	joinedAtPlace: (who: string, place: number) =>
		`${isolated(who)} joined the queue at place ${place}.`,
	left: (who: string) => `${isolated(who)} left the queue.`,
	queueEnded: 'The queue has ended.',
	yourTurn: (until: string) => `It is your turn until ${until}.`,
	theirTurn: (name: string, until: string) => `It is ${isolated(name)}’s turn until ${until}.`,
	passed: (who: string) => `${isolated(who)} passed.`,
	turnLapsed: 'The turn is over.',
	youPropose: 'You proposed',
	theyPropose: (name: string) => `${isolated(name)} proposes`,
	agreed: (spot: string, slot: string) => `Hand-over agreed: ${isolated(spot)}, ${slot}.`,
	calledOff: (who: string) => `${isolated(who)} called off the hand-over.`,
	saidDone: (who: string) => `${isolated(who)} said that the hand-over is done.`,
	noDeal: (who: string) => `${isolated(who)} said that you met, but there is no deal.`,
	youSaidNoDeal: (name: string) => `You said that you met ${isolated(name)}, but there is no deal.`,
	contested: (who: string) => `${isolated(who)} said that they were there.`,
	youContested: 'You said that you were there.',
	youSaidMissed: (name: string) => `You said that ${isolated(name)} did not come.`,
	theySaidMissed: (name: string) => `${isolated(name)} said that you did not come.`,
	soldToYou: (name: string, price: string) =>
		`${isolated(name)} marked it as sold to you for ${price}.`,
	youSold: (name: string, price: string) =>
		`You marked it as sold to ${isolated(name)} for ${price}.`,
	youHaveIt: 'You have it. Deal done.',
	theyHaveIt: (name: string) => `${isolated(name)} has it. Deal done.`,
	youDenied: 'You said that you did not get it.',
	theyDenied: (name: string) => `${isolated(name)} said that they did not get it.`,
	completed: 'The deal is done.',
	reviewed: (who: string) => `${isolated(who)} wrote a review.`,
	answered: (who: string) => `${isolated(who)} answered the review.`,
} as const;
