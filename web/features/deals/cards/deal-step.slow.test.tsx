import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ReceivedMessage } from '#contract/chat/events.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { DEAL_ACTION_REPLIES } from '#contract/deals/labels.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import {
	inHours,
	sampleEvent,
	sampleHandover,
	sampleOffer,
	sampleReservation,
	sampleReview,
} from '#tests/support/deal-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { messageLog, sendButton } from '#tests/support/fake-chat.ts';
import { dealButton, fakeDeal, sentSteps } from '#tests/support/fake-deal.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { formatDealTime } from '#web/features/deals/deal-times.ts';

const cards = messageLog.getByRole('listitem');
const until = inHours(40);

test('the card of an offer shows the person, the amount, and the deadline or the outcome', async () => {
	const fake = fakeDeal({
		offer: sampleOffer({ id: 8, by: 'seller', amount: 400, isCounter: true }),
	});
	const { path, other, addStep } = fake;
	addStep(STUDENT.id, 'Offered ₹360.', sampleEvent('offer-made', { amount: 360, offerId: 7 }));
	const counter = sampleEvent('offer-countered', { amount: 400, offerId: 8, expiresAt: until });
	addStep(other.id, 'Asked for ₹400 instead.', counter);
	await renderPage(path, { as: STUDENT, width: 360 });

	await expect.element(cards.nth(1)).toMatchTextContent(/You offered.*₹360.*Countered/);
	await expect.element(cards.nth(2)).toMatchTextContent(/Meera asked for.*₹400.*Open until/);
});

test('a new offer is shown as open until the updated deal arrives, and as lapsed if the updated deal does not contain it', async () => {
	const fake = fakeDeal({ offer: sampleOffer({ id: 7 }), actions: ['withdraw-offer'] });
	await renderPage(fake.path, { as: STUDENT });
	await expect.element(sendButton).toBeEnabled();
	await expect.element(dealButton('Withdraw')).toBeVisible();
	const event = sampleEvent('offer-countered', { amount: 400, offerId: 8, expiresAt: until });
	fake.addStep(fake.other.id, 'Asked for ₹400 instead.', event);
	const message = { ...fake.messages.at(-1), roomId: fake.chat.roomId, clientId: null };

	await fakeRealtime.emit(CHAT_EVENTS.receiveMessage, message as ReceivedMessage);

	await expect.element(cards.last()).toMatchTextContent(/Meera asked for.*₹400.*Open until/);
	fake.changeDeal({ offer: null });
	await fake.announceChange();
	await expect.element(cards.last()).toMatchTextContent(/Meera asked for.*₹400.*Lapsed/);
});

test('a proposed hand-over can be accepted in its card, which has no buttons afterwards', async () => {
	const handover = sampleHandover();
	const reserved: Partial<Deal> = { reservation: sampleReservation(), handover };
	const { path, other, addStep } = fakeDeal({
		...reserved,
		actions: ['accept-handover', 'propose-handover'],
	});
	const { spot, slots, id: handoverId } = handover;
	addStep(other.id, 'Proposed.', sampleEvent('handover-proposed', { spot, slots, handoverId }));
	await renderPage(path, { as: STUDENT, width: 390 });
	const card = cards.filter({ hasText: 'Meera proposes' }).first();
	await expect.element(card).toMatchTextContent(/Library steps.*By the notice board/);
	await expect.element(card.getByRole('button', { name: 'Other time' })).toBeVisible();
	await expectAccessible();

	const [first = ''] = slots;
	await card.getByText(formatDealTime(first)).click();
	await card.getByRole('button', { name: DEAL_MESSAGES.takeSlot(formatDealTime(first)) }).click();

	await expect.element(page.getByText(DEAL_ACTION_REPLIES['accept-handover'])).toBeVisible();
	const body = { handoverId, slot: first };
	expect(sentSteps()).toEqual([{ action: 'accept-handover', body }]);
	await expect.element(card.getByRole('button')).not.toBeInTheDocument();
});

test('the chat shows a published review with stars, tags, text and answer', async () => {
	const theirs = {
		stars: 5,
		tags: ['on-time' as const],
		text: 'Thanks!',
		createdAt: inHours(-1),
		answer: { text: 'Gladly.', createdAt: inHours(-1) },
	};
	const { path, other, addStep } = fakeDeal({ review: sampleReview({ theirs }) });
	addStep(other.id, 'Wrote a review.', sampleEvent('reviewed'));
	await renderPage(path, { as: STUDENT });

	await expect
		.element(cards.last())
		.toMatchTextContent(/Meera wrote a review\..*On time.*Thanks!.*Answer: Gladly\./);
	await expect.element(cards.last().getByRole('img', { name: '5 of 5 stars' })).toBeInTheDocument();
});
