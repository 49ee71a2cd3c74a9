import { expect, test } from 'vitest';
import type { DealEvent } from '#contract/deals/events.ts';
import { DEAL_CONFIRMATIONS, SELLER_DONE_CONFIRMATION } from '#contract/deals/messages.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import {
	inHours,
	sampleDeal,
	sampleEvent,
	sampleHandover,
	sampleOffer,
	sampleReservation,
	sampleReview,
	sampleSale,
} from '#tests/support/deal-replies.ts';
import { actionLabel, confirmationFor, isDangerous, orderedActions, stepOf } from './actions.ts';
import { describeStep } from './cards/describe-step.ts';
import { describeDeal } from './describe-deal.ts';
import { limitMessage, mainButtonLabel } from './item/main-button.ts';

const seller = { role: 'seller' } as const;
const reservation = sampleReservation();
const free = { askedPrice: 0, reservation: { ...reservation, amount: 0 } };
const counter = sampleOffer({ by: 'seller', isCounter: true, amount: 400 });
const meeting = (hours: number) => sampleHandover({ agreedSlot: inHours(hours) });
const met = { reservation, handover: meeting(-0.5) };
const buyerSaidDone = {
	reservation,
	handover: { ...met.handover, done: { buyer: true, seller: null } },
};
const queue = (place: number | null, length: number, turnUntil: string | null = null) => ({
	queue: { place, length, turnUntil },
});
const itsTurn = queue(1, 2, inHours(6));
const completed = sampleSale({ completedAt: inHours(-1), confirmed: 'yes' });
const denied = sampleSale({ confirmed: 'no' });
const fourStars = { stars: 4, tags: [], text: null, answer: null, createdAt: inHours(-1) };

test.each<[reader: string, deal: Partial<Deal>, text: string | RegExp]>([
	['a buyer who can offer', { actions: ['offer'] }, 'You can make an offer.'],
	['a buyer without offers left', { attemptsLeft: 0 }, 'You have made all your offers at this'],
	['a seller of this buyer', { ...seller, attemptsLeft: 0 }, 'Nothing is agreed yet.'],
	['a seller who can reserve', { ...seller, actions: ['reserve'] }, 'You can reserve it for Meera'],
	['a buyer who offers', { offer: sampleOffer(), attemptsLeft: 2 }, /^Your offer of ₹360 is open /],
	['a buyer with a counter-offer', { offer: counter }, /^Meera asks for ₹400 Open until /],
	['a seller with an offer', { ...seller, offer: sampleOffer() }, /^Meera offers ₹360 Open until /],
	['a seller who counters', { ...seller, offer: counter }, 'Your counter-offer of ₹400 is open'],
	[
		'a buyer with a reservation',
		{ reservation },
		/^Reserved for you at ₹400 Until \w{3}, \d\d:\d\d\. Agree on a place and a time\.$/,
	],
	['a buyer with a free item', free, /^Reserved for you Until/],
	['a seller who reserved', { ...seller, reservation }, 'Reserved for Meera at ₹400'],
	[
		'a buyer with a proposal',
		{ reservation, handover: sampleHandover() },
		'Meera proposes Library steps and 2 times.',
	],
	[
		'a buyer who proposed',
		{ reservation, handover: sampleHandover({ proposedBy: 'buyer' }) },
		'You propose Library steps. Meera can choose a time.',
	],
	[
		'a buyer who meets tomorrow',
		{ reservation, handover: meeting(20) },
		/^Meeting \w{3}, \d\d:\d\d Library steps, By the notice board\.$/,
	],
	[
		'a buyer who meets at a place in own words',
		{ reservation, handover: { ...meeting(20), spot: { id: null, name: 'Room 12', hint: '' } } },
		/^Meeting \w{3}, \d\d:\d\d Room 12\.$/,
	],
	[
		'a seller whose buyer said done before the time',
		{ ...seller, reservation, handover: { ...meeting(3), done: { buyer: true, seller: null } } },
		'How did it go? Meera said that it is done.',
	],
	[
		'a buyer who said done before the time',
		{ reservation, handover: { ...meeting(3), done: { buyer: true, seller: null } } },
		/^Meeting \w{3}, \d\d:\d\d You said that it is done\./,
	],
	[
		'a buyer who is said to have missed it',
		{ handover: meeting(-1), actions: ['handover-contest', 'offer'] },
		'Meera says that you did not come You can say within 24 hours that you were there.',
	],
	['a buyer who has met', met, /^How did it go\? You agreed on Library steps/],
	['a buyer who said done', buyerSaidDone, 'You said that it is done. Meera has not said so yet.'],
	['the seller then', { ...seller, ...buyerSaidDone }, 'Meera said that it is done.'],
	[
		'a buyer who can wait',
		{ ...queue(null, 2), actions: ['join-queue'] },
		'2 people wait. The first in the queue is next.',
	],
	['a buyer in ten queues', { ...queue(null, 2), queuesLeft: 0 }, 'You wait in 10 queues.'],
	['a buyer who cannot wait yet', queue(null, 2), 'confirm your email address first'],
	['a buyer who waits', queue(2, 3), 'In the queue: 2 of 3'],
	['a buyer whose turn it is', itsTurn, /^It is your turn You can take it at ₹450 until/],
	['the same for nothing', { askedPrice: 0, ...itsTurn }, /^It is your turn You can take it until/],
	[
		'a seller who holds it',
		{ ...seller, ...queue(null, 1) },
		/^Held for .* buyer 1 person waits\.$/,
	],
	[
		'a seller of who waits',
		{ ...seller, ...queue(2, 3) },
		/^Meera waits: 2 of 3 Another buyer has/,
	],
	['a seller of whose turn it is', { ...seller, ...itsTurn }, 'It is Meera’s turn'],
	['a buyer who is asked', { sale: sampleSale() }, 'Meera marked it as sold to you for ₹400.'],
	['a seller who sold', { ...seller, sale: sampleSale() }, 'Meera is asked whether they got it.'],
	['a buyer who denies', { sale: denied }, 'Write to Meera here, or report them.'],
	['the seller of this sale', { ...seller, sale: denied }, 'Ask them here, or put it up again.'],
	[
		'a buyer who can review',
		{ sale: completed, review: sampleReview(), actions: ['review'] },
		'You can write a review until',
	],
	[
		'a buyer who was reviewed',
		{ sale: completed, review: sampleReview({ theirs: fourStars }) },
		'Meera gave you 4 stars.',
	],
	[
		'a buyer whose review waits',
		{ sale: completed, review: sampleReview({ mine: fourStars }) },
		'Your review is shown when both have written',
	],
])('a deal is described to %s', (_reader, changes, expected) => {
	const reader = { name: 'Meera', itemStatus: 'available' } as const;

	const { state, line } = describeDeal(sampleDeal(changes), reader);

	expect(`${state} ${line}`).toMatch(expected);
});

test('without a sale to this buyer, a deal about a sold item says that it is no longer on sale', () => {
	const reader = { name: 'Meera', itemStatus: 'sold' } as const;

	expect(describeDeal(sampleDeal(), reader).line).toBe('This item is no longer on sale.');
	expect(describeDeal(sampleDeal({ sale: completed }), reader).state).toBe('Done');
});

const turn = {
	queue: { place: 1, length: 1, turnUntil: inHours(5) },
	actions: ['pass-turn', 'take-turn'],
} satisfies Partial<Deal>;

test.each<[changes: Partial<Deal>, labels: string[]]>([
	[
		{
			offer: sampleOffer(),
			actions: ['reserve', 'decline-offer', 'counter-offer', 'accept-offer'],
		},
		['Accept ₹360', 'Counter', 'Decline', 'Reserve'],
	],
	[
		{
			handover: sampleHandover(),
			actions: ['release', 'propose-handover', 'accept-handover'],
		},
		['Other time', 'Release'],
	],
	[{ actions: ['release', 'propose-handover'] }, ['Propose a hand-over', 'Release']],
	[{ actions: ['handover-done', 'release', 'cancel-handover'] }, ['Call off', 'Done', 'Release']],
	[
		{ actions: ['handover-missed', 'handover-no-deal', 'handover-done'] },
		['Done', 'We met, no deal', 'They did not come'],
	],
	[{ actions: ['offer', 'handover-contest'] }, ['I was there', 'Make an offer']],
	[turn, ['Take it for ₹450', 'Pass']],
	[{ ...turn, askedPrice: 0 }, ['Take it', 'Pass']],
])('the possible actions are named, the most important first: %j', (changes, labels) => {
	const deal = sampleDeal(changes);

	expect(orderedActions(deal).map((action) => actionLabel(action, deal))).toEqual(labels);
});

test('an action without a form is sent with the id of the offer or hand-over that was shown', () => {
	const deal = sampleDeal({ offer: sampleOffer(), handover: sampleHandover() });

	for (const action of ['accept-offer', 'decline-offer', 'withdraw-offer'] as const)
		expect(stepOf(action, deal)).toEqual({ action, body: { offerId: 31 } });
	for (const action of [
		'cancel-handover',
		'handover-done',
		'handover-no-deal',
		'handover-missed',
		'handover-contest',
	] as const)
		expect(stepOf(action, deal)).toEqual({ action, body: { handoverId: 41 } });
	for (const action of ['join-queue', 'leave-queue', 'take-turn', 'confirm-sale'] as const)
		expect(stepOf(action, deal)).toEqual({ action, body: {} });
	expect(stepOf('accept-offer', sampleDeal())).toBeUndefined();
	expect(stepOf('offer', deal)).toBeUndefined();
});

test('what cannot be undone is confirmed first; “Done” only by the seller, whose item is then sold', () => {
	for (const action of [
		'cancel-handover',
		'handover-no-deal',
		'handover-missed',
		'handover-contest',
		'deny-sale',
		'pass-turn',
	] as const)
		expect(confirmationFor(action, sampleDeal())).toBe(DEAL_CONFIRMATIONS[action]);
	expect(confirmationFor('handover-done', sampleDeal())).toBeUndefined();
	expect(confirmationFor('handover-done', sampleDeal({ role: 'seller' }))).toBe(
		SELLER_DONE_CONFIRMATION,
	);
	expect(confirmationFor('withdraw-offer', sampleDeal())).toBeUndefined();
	expect(isDangerous('cancel-handover')).toBe(true);
	expect(isDangerous('handover-done')).toBe(false);
});

const until = inHours(40);
const ENDED = 'The reservation has ended.';

test.each<[DealEvent, forSeller: string | RegExp, forBuyer: string | RegExp]>([
	[sampleEvent('offer-declined'), 'You declined the offer.', 'Meera declined the offer.'],
	[
		sampleEvent('reserved', { amount: 400, until }),
		/^Reserved for Meera at ₹400 until \w{3}/,
		/^Reserved for you at ₹400 until \w{3}/,
	],
	[sampleEvent('reservation-ended'), /^The reservation has ended\.$/, ENDED],
	[
		sampleEvent('reservation-ended', { isSoldElsewhere: true }),
		`${ENDED} The item was sold to somebody else.`,
		`${ENDED} The item was sold to somebody else.`,
	],
	[
		sampleEvent('reservation-ended', { isSold: true }),
		/The item was sold\.$/,
		`${ENDED} The item was sold.`,
	],
	[
		sampleEvent('sold', { price: 400 }),
		'You marked it as sold to Meera for ₹400.',
		'Meera marked it as sold to you for ₹400.',
	],
	[
		sampleEvent('handover-no-deal'),
		'You said that you met Meera, but there is no deal.',
		'Meera said that you met, but there is no deal.',
	],
	[
		sampleEvent('handover-contested'),
		'You said that you were there.',
		'Meera said that they were there.',
	],
	[sampleEvent('released'), 'You: Words.', 'Meera: Words.'],
])('a step of the seller is worded for its reader: %j', (event, forSeller, forBuyer) => {
	const reader = { name: 'Meera', text: 'Words.' };

	expect(describeStep(event, { ...reader, role: 'seller', isOwn: true })).toMatch(forSeller);
	expect(describeStep(event, { ...reader, role: 'buyer', isOwn: false })).toMatch(forBuyer);
});

test.each<[label: string | undefined, deal: Partial<Deal>]>([
	['Reserved for you', { reservation: sampleReservation() }],
	['It is your turn', { queue: { place: 1, length: 1, turnUntil: inHours(5) } }],
	['In the queue: 2 of 3', { queue: { place: 2, length: 3, turnUntil: null } }],
	['You offered ₹360', { offer: sampleOffer() }],
	['Answer: ₹400', { offer: sampleOffer({ by: 'seller', amount: 400, isCounter: true }) }],
	[undefined, {}],
])('on the page of an item, the buyer reads “%s”', (label, deal) => {
	expect(mainButtonLabel(sampleDeal(deal))).toBe(label);
});

test('a buyer who can do nothing reads why', () => {
	const queue = { place: null, length: 2, turnUntil: null };

	expect(limitMessage(sampleDeal({ queue, queuesLeft: 0 }))).toMatch(/^You wait in 10 queues\./);
	expect(limitMessage(sampleDeal({ queue }))).toMatch(/^To join the queue/);
	expect(limitMessage(sampleDeal({ attemptsLeft: 0 }))).toMatch(/^You have made all your offers/);
	expect(limitMessage(sampleDeal())).toBeUndefined();
});
