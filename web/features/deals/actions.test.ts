import { expect, test } from 'vitest';
import { DEAL_CONFIRMATIONS, SELLER_DONE_CONFIRMATION } from '#contract/deals/messages.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { inHours, sampleDeal, sampleHandover, sampleOffer } from '#tests/support/deal-replies.ts';
import { actionLabel, confirmationFor, orderedActions, stepOf } from './actions.ts';

const itsTurn = {
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
		['Choose a time', 'Other time', 'Release'],
	],
	[{ actions: ['release', 'propose-handover'] }, ['Propose a hand-over', 'Release']],
	[{ actions: ['handover-missed', 'handover-done'] }, ['Done', 'They did not come']],
	[itsTurn, ['Take it for ₹450', 'Pass']],
	[{ ...itsTurn, askedPrice: 0 }, ['Take it', 'Pass']],
])('the possible actions are named, the most important first: %j', (changes, labels) => {
	const deal = sampleDeal(changes);

	expect(orderedActions(deal).map((action) => actionLabel(action, deal))).toEqual(labels);
});

test('an action without a form is sent with the id of the offer or hand-over that was shown', () => {
	const deal = sampleDeal({ offer: sampleOffer(), handover: sampleHandover() });

	for (const action of ['accept-offer', 'decline-offer', 'withdraw-offer'] as const)
		expect(stepOf(action, deal)).toEqual({ action, body: { offerId: 31 } });
	for (const action of ['cancel-handover', 'handover-done', 'handover-missed'] as const)
		expect(stepOf(action, deal)).toEqual({ action, body: { handoverId: 41 } });
	for (const action of ['join-queue', 'leave-queue', 'take-turn', 'confirm-sale'] as const)
		expect(stepOf(action, deal)).toEqual({ action, body: {} });
	expect(stepOf('accept-offer', sampleDeal())).toBeUndefined();
	expect(stepOf('offer', deal)).toBeUndefined();
});

test('what cannot be undone is confirmed first; “Done” only by the seller, whose item is then sold', () => {
	for (const action of ['cancel-handover', 'handover-missed', 'deny-sale', 'pass-turn'] as const)
		expect(confirmationFor(action, sampleDeal())).toBe(DEAL_CONFIRMATIONS[action]);
	expect(confirmationFor('handover-done', sampleDeal())).toBeUndefined();
	expect(confirmationFor('handover-done', sampleDeal({ role: 'seller' }))).toBe(
		SELLER_DONE_CONFIRMATION,
	);
	expect(confirmationFor('withdraw-offer', sampleDeal())).toBeUndefined();
});
