import { expect, test } from 'vitest';
import type { DealEvent } from '#contract/deals/events.ts';
import { inHours, sampleEvent } from '#tests/support/deal-replies.ts';
import { describeStep } from './describe-step.ts';

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
	[sampleEvent('released'), 'You: Words.', 'Meera: Words.'],
])('a step of the seller is worded for its reader: %j', (event, forSeller, forBuyer) => {
	const reader = { name: 'Meera', text: 'Words.' };

	expect(describeStep(event, { ...reader, role: 'seller', isOwn: true })).toMatch(forSeller);
	expect(describeStep(event, { ...reader, role: 'buyer', isOwn: false })).toMatch(forBuyer);
});
