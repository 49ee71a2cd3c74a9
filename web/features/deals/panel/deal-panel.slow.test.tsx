import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ReceivedMessage } from '#contract/chat/events.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { actInDeal, getDeal, getHandoverCalendar } from '#contract/deals/endpoints.ts';
import { DEAL_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_ACTION_REPLIES } from '#contract/deals/labels.ts';
import { DEAL_CONFIRMATIONS, DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import {
	inHours,
	sampleEvent,
	sampleHandover,
	sampleOffer,
	sampleReservation,
	sampleReview,
	sampleSale,
} from '#tests/support/deal-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { composer, messageLog, messageTexts, sendButton } from '#tests/support/fake-chat.ts';
import { dealButton, dealStrip, fakeDeal, sentSteps } from '#tests/support/fake-deal.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';
import { formatDealTime } from '#web/features/deals/deal-times.ts';

/** The id of each request that the page has sent. */
const clientIds = () => sentSteps().map(({ body }) => (body as { clientId?: string }).clientId);

test('a step is sent by one click, kept for another try without a connection, and its result takes the focus', async () => {
	const { path, currentDeal } = fakeDeal({ offer: sampleOffer(), actions: ['withdraw-offer'] });
	fakeApi.answer(actInDeal, NO_CONNECTION);
	await renderPage(path, { as: STUDENT });
	await dealButton('Withdraw').click();
	await expect.element(page.getByText(ITEM_MESSAGES.noConnection)).toBeVisible();

	fakeApi.answer(actInDeal, () => ({
		success: true,
		message: DEAL_ACTION_REPLIES['withdraw-offer'],
		deal: { ...currentDeal(), actions: [] },
	}));
	await dealButton('Withdraw').click();

	await expect.element(page.getByText(DEAL_ACTION_REPLIES['withdraw-offer'])).toBeVisible();
	await expect.element(dealButton('Withdraw')).not.toBeInTheDocument();
	// The button is gone; the focus is on the panel, which shows the result.
	await expect.element(dealStrip).toHaveFocus();
	// The second press repeats the first one, which may have reached the server.
	const clientId = clientIds()[0];
	const step = { action: 'withdraw-offer', body: { offerId: 31, clientId } };
	expect(clientId).toEqual(expect.any(String));
	expect(sentSteps()).toEqual([step, step]);
});

test('when a deal step is no longer possible, the chat shows the reason and the new state of the deal', async () => {
	const { path, currentDeal } = fakeDeal({ offer: sampleOffer(), actions: ['withdraw-offer'] });
	fakeApi.answer(actInDeal, () =>
		refuse(409, DEAL_ERRORS.alreadyDecided, {
			deal: {
				...currentDeal(),
				offer: null,
				reservation: sampleReservation(),
				actions: ['release'],
			},
		}),
	);
	await renderPage(path, { as: STUDENT });

	await dealButton('Withdraw').click();

	await expect.element(page.getByText(DEAL_ERRORS.alreadyDecided.message)).toBeVisible();
	await expect.element(dealStrip).toMatchTextContent('Reserved for you at ₹400');
	await expect.element(dealButton('Release')).toBeVisible();
});

test('a deal step that a busy server refuses with status 503 is sent again without a click', async () => {
	vi.useFakeTimers();
	const { path, currentDeal } = fakeDeal({ offer: sampleOffer(), actions: ['withdraw-offer'] });
	fakeApi.answer(actInDeal, () =>
		sentSteps().length < 2
			? refuse(503, REQUEST_ERRORS.unavailable)
			: {
					success: true,
					message: DEAL_ACTION_REPLIES['withdraw-offer'],
					deal: { ...currentDeal(), offer: null, actions: ['offer'] },
				},
	);
	await renderPage(path, { as: STUDENT });

	await dealButton('Withdraw').click();

	await skipUntil(dealButton('Make an offer'));
	await expect.element(page.getByText(DEAL_ACTION_REPLIES['withdraw-offer'])).toBeVisible();
	expect(clientIds()).toEqual([clientIds()[0], clientIds()[0]]);
});

test('a change of the deal by the other person is shown at once, and one whose event was missed on the return to the tab', async () => {
	const { path, changeDeal, announceChange } = fakeDeal({
		offer: sampleOffer(),
		actions: ['withdraw-offer'],
	});
	await renderPage(path, { as: STUDENT });
	await expect.element(dealButton('Withdraw')).toBeVisible();

	changeDeal({ offer: null, reservation: sampleReservation(), actions: ['release'] });
	await announceChange();
	await expect.element(dealStrip).toMatchTextContent('Reserved for you at ₹400');
	await expect.element(dealButton('Withdraw')).not.toBeInTheDocument();

	const queue = { place: null, length: 0, turnUntil: null };
	changeDeal({ reservation: null, queue, actions: ['join-queue'] });
	window.dispatchEvent(new Event('visibilitychange'));
	await expect.element(dealButton('Join the queue')).toBeVisible();
});

test('after “I did not get it”, both can write, the buyer can report the seller, and the seller can put the item up again', async () => {
	const sale = sampleSale({ confirmed: 'no' });
	const { path, changeDeal, announceChange } = fakeDeal({ sale });
	await renderPage(path, { as: STUDENT });
	await expect.element(dealButton(DEAL_MESSAGES.report)).toBeVisible();
	await dealButton('Write').click();
	await expect.element(composer).toHaveFocus();

	changeDeal({ role: 'seller' });
	await announceChange();

	const again = dealStrip.getByRole('link', { name: DEAL_MESSAGES.putUpAgain });
	await expect.element(again).toHaveAttribute('href', expect.stringContaining('/post?'));
	await expect.element(dealButton('Write')).toBeVisible();
	await expect.element(dealButton(DEAL_MESSAGES.report)).not.toBeInTheDocument();
});

describe('hand-over in the deal panel', () => {
	const reservation = sampleReservation();

	test('a proposed time is taken by one press; a time that has passed is not offered', async () => {
		vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
		const handover = sampleHandover({ slots: [inHours(-1), inHours(1), inHours(30)] });
		const actions = ['propose-handover', 'accept-handover', 'release'] as const;
		const { path } = fakeDeal({ reservation, handover, actions: [...actions] });
		await renderPage(path, { as: STUDENT, width: 360 });
		const time = (index: number) =>
			dealButton(DEAL_MESSAGES.takeSlot(formatDealTime(handover.slots[index] ?? '')));
		await expect.element(time(0)).toBeDisabled();
		await expect.element(time(1)).toBeEnabled();
		await expect.element(dealButton(DEAL_MESSAGES.otherTime)).toBeVisible();
		await expectFullSizeButtons();
		await expectAccessible();

		vi.setSystemTime(Date.parse(handover.slots[1] ?? ''));
		await vi.advanceTimersByTimeAsync(60_000);
		await expect.element(time(1)).toBeDisabled();
		await time(2).click();

		await expect.element(page.getByText(DEAL_ACTION_REPLIES['accept-handover'])).toBeVisible();
		const body = { handoverId: handover.id, slot: handover.slots[2] };
		expect(sentSteps()).toMatchObject([{ action: 'accept-handover', body }]);
	});

	test('before the time, the hand-over can be called off or added to the calendar, and “Done” is in the menu', async () => {
		const handover = sampleHandover({ agreedSlot: inHours(20) });
		const { path } = fakeDeal({
			reservation,
			handover,
			actions: ['handover-done', 'release', 'cancel-handover'],
		});
		const file = 'BEGIN:VCALENDAR';
		fakeApi.answer(getHandoverCalendar, file);
		const created = vi.spyOn(URL, 'createObjectURL');
		await renderPage(path, { as: STUDENT, width: 360 });
		await expect.element(dealButton('Call off')).toBeVisible();
		await expect.element(dealButton('Done')).not.toBeInTheDocument();
		await expectFullSizeButtons();

		await dealButton('Add to calendar').click();
		await expect.poll(() => created.mock.calls.length).toBe(1);
		const [blob] = created.mock.calls[0] ?? [];
		expect(await (blob as Blob).text()).toBe(file);

		await dealButton('More').click();
		await page.getByRole('menuitem', { name: 'Done' }).click();
		await expect.element(page.getByText(DEAL_ACTION_REPLIES['handover-done'])).toBeVisible();
	});

	test('after the time, the panel asks how it went, with three answers', async () => {
		const { path } = fakeDeal({
			reservation,
			handover: sampleHandover({ agreedSlot: inHours(-0.5) }),
			actions: ['handover-done', 'handover-no-deal', 'handover-missed'],
		});
		await renderPage(path, { as: STUDENT, width: 360 });
		await expect.element(dealStrip).toMatchTextContent('How did it go?');
		await expect.element(dealButton('They did not come')).toBeVisible();
		await expectFullSizeButtons();
		await expectAccessible();

		await dealButton('We met, no deal').click();
		const { confirm } = DEAL_CONFIRMATIONS['handover-no-deal'];
		await page.getByRole('alertdialog').getByRole('button', { name: confirm, exact: true }).click();

		await expect.element(page.getByText(DEAL_ACTION_REPLIES['handover-no-deal'])).toBeVisible();
		expect(sentSteps()).toMatchObject([{ action: 'handover-no-deal', body: { handoverId: 41 } }]);
	});

	test('who is said to have missed it can say that they were there', async () => {
		const { path } = fakeDeal({
			handover: sampleHandover({ agreedSlot: inHours(-1) }),
			actions: ['offer', 'handover-contest'],
		});
		await renderPage(path, { as: STUDENT });
		await expect.element(dealStrip).toMatchTextContent('Meera says that you did not come');

		await dealButton('I was there').click();
		await page.getByRole('alertdialog').getByRole('button', { name: 'I was there' }).click();

		await expect.element(page.getByText(DEAL_ACTION_REPLIES['handover-contest'])).toBeVisible();
	});
});

/** Every button of the panel is large enough to tap, and none is wider than the panel. */
async function expectFullSizeButtons() {
	const panel = dealStrip.element().getBoundingClientRect();
	for (const button of dealStrip.getByRole('button').elements()) {
		const { height, width, right } = button.getBoundingClientRect();
		expect(Math.min(height, width)).toBeGreaterThanOrEqual(44);
		expect(right).toBeLessThanOrEqual(panel.right);
	}
}

test('when the deal of a chat cannot be loaded, the user can load it again', async () => {
	vi.useFakeTimers();
	const { path, currentDeal } = fakeDeal({ actions: ['offer'] });
	fakeApi.answer(getDeal, NO_CONNECTION);
	await renderPage(path, { as: STUDENT });
	await skipUntil(dealButton(DEAL_MESSAGES.tryAgain));

	fakeApi.answer(getDeal, () => ({ success: true, deal: currentDeal() }));
	await dealButton(DEAL_MESSAGES.tryAgain).click();

	await skipUntil(dealButton('Make an offer'));
});

test.each([360, 1280])(
	'on a screen %i pixels wide, the deal panel keeps its place and height when the deal loads',
	async (width) => {
		const { path } = fakeDeal({
			reservation: sampleReservation(),
			actions: ['release', 'propose-handover'],
		});
		const release = fakeApi.hold(getDeal);
		await renderPage(path, { as: STUDENT, width });
		await expect.element(dealStrip).toHaveAttribute('aria-busy', 'true');
		const before = dealStrip.element().getBoundingClientRect();

		release();
		await expect.element(dealButton('Propose a hand-over')).toBeVisible();

		const after = dealStrip.element().getBoundingClientRect();
		expect([after.top, after.height]).toEqual([before.top, before.height]);
	},
);

test('the deal panel works by keyboard, has full-size touch targets and is accessible', async () => {
	const { path } = fakeDeal({
		role: 'seller',
		offer: sampleOffer(),
		actions: ['accept-offer', 'decline-offer', 'counter-offer', 'reserve'],
	});
	await renderPage(path, { as: STUDENT, width: 360 });
	await expect.element(dealButton('Counter')).toBeVisible();
	await expectFullSizeButtons();
	expect(dealStrip.element().querySelector('[aria-live=polite]')?.textContent).toContain('₹360');
	await expectAccessible();

	(dealButton('More').element() as HTMLElement).focus();
	// The first Enter opens the menu, the second one chooses its first entry.
	await userEvent.keyboard('{Enter}{Enter}');

	await expect.element(page.getByText(DEAL_ACTION_REPLIES['decline-offer'])).toBeVisible();
});

describe('cards of a deal in its chat', () => {
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

	test('the card of a proposal shows its place and times, without buttons', async () => {
		const { path, other, addStep } = fakeDeal({
			reservation: sampleReservation(),
			handover: sampleHandover(),
			actions: ['accept-handover'],
		});
		const spot = { id: null, name: 'Room 12, Hostel 4', hint: '' };
		addStep(
			other.id,
			'Proposed to meet.',
			sampleEvent('handover-proposed', { handoverId: 41, spot, slots: [until] }),
		);
		await renderPage(path, { as: STUDENT });

		const card = cards.filter({ hasText: 'Meera proposes' });
		await expect
			.element(card)
			.toMatchTextContent(/Meera proposes.*Room 12, Hostel 4.*\w{3}, \d\d:\d\d/);
		expect(card.getByRole('button').elements()).toEqual([]);
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
		await expect
			.element(cards.last().getByRole('img', { name: '5 of 5 stars' }))
			.toBeInTheDocument();
	});
});

describe('messages suggested before a hand-over', () => {
	const [ON_MY_WAY, LATE] = DEAL_MESSAGES.meetingMessages;
	const advice = page.getByText(DEAL_MESSAGES.checkFirst);
	const suggestion = (name: string) => page.getByRole('button', { name, exact: true });

	/** Opens the seller's chat with a hand-over that is agreed for the given time. */
	async function openChat(agreedSlot: string) {
		const handover = sampleHandover({ agreedSlot });
		const deal = fakeDeal({ role: 'seller', reservation: sampleReservation(), handover });
		await renderPage(deal.path, { as: STUDENT, width: 360 });
		return { ...deal, handover };
	}

	test('on the day of a hand-over, a click on a suggested message puts it into the input and does not send it', async () => {
		await openChat(inHours(0));
		await expect.element(advice).toBeVisible();
		await expectAccessible();

		await suggestion(ON_MY_WAY).click();
		await suggestion(LATE).click();

		await expect.element(composer).toHaveValue(LATE);
		await expect.element(composer).toHaveFocus();
		expect(messageTexts()).toEqual([]);
	});

	test('before the day of a hand-over, the chat shows safety advice but suggests no messages; once a side has said how it went, it shows no advice', async () => {
		const { handover, changeDeal, announceChange } = await openChat(inHours(48));
		await expect.element(advice).toBeVisible();
		expect(suggestion(ON_MY_WAY).elements()).toEqual([]);

		changeDeal({ handover: { ...handover, done: { buyer: true, seller: null } } });
		await announceChange();

		await expect.element(advice).not.toBeInTheDocument();
	});
});
