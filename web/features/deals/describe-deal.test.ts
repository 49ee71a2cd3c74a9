import { expect, test } from 'vitest';
import type { Deal } from '#contract/deals/schemas.ts';
import {
	inHours,
	sampleDeal,
	sampleHandover,
	sampleOffer,
	sampleReservation,
	sampleReview,
	sampleSale,
} from '#tests/support/deal-replies.ts';
import { describeDeal } from './describe-deal.ts';

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
	['a buyer with a counter-offer', { offer: counter }, /^Meera asks for ₹400 .*for you for/],
	['a seller with an offer', { ...seller, offer: sampleOffer() }, /^Meera offers ₹360 .*for Meera/],
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
		/^Meeting \w{3}, \d\d:\d\d ₹400, Library steps, By the notice board\. We remind you both at/,
	],
	[
		'a buyer who was reminded',
		{ reservation, handover: meeting(0.2) },
		/By the notice board\.(?! We remind)/,
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
