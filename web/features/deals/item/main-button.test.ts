import { expect, test } from 'vitest';
import type { Deal } from '#contract/deals/schemas.ts';
import {
	inHours,
	sampleDeal,
	sampleOffer,
	sampleReservation,
} from '#tests/support/deal-replies.ts';
import { limitMessage, mainButtonLabel } from './main-button.ts';

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
