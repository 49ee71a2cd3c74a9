import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { actInDeal, getDeal, getHandoverCalendar } from '#contract/deals/endpoints.ts';
import { DEAL_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_ACTION_REPLIES } from '#contract/deals/labels.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import {
	inHours,
	sampleHandover,
	sampleOffer,
	sampleReservation,
	sampleSale,
} from '#tests/support/deal-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { dealButton, dealStrip, fakeDeal, sentSteps } from '#tests/support/fake-deal.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

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
	// The button is gone; the focus is on the strip, which shows the result.
	await expect.element(dealStrip).toHaveFocus();
	const step = { action: 'withdraw-offer', body: { offerId: 31 } };
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
	expect(sentSteps()).toHaveLength(2);
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

test('after “I did not get it”, the buyer can report the seller, and the seller can put the item up again', async () => {
	const sale = sampleSale({ confirmed: 'no' });
	const { path, changeDeal, announceChange } = fakeDeal({ sale });
	await renderPage(path, { as: STUDENT });
	await expect.element(dealButton(DEAL_MESSAGES.report)).toBeVisible();

	changeDeal({ role: 'seller' });
	await announceChange();

	const again = dealStrip.getByRole('link', { name: DEAL_MESSAGES.putUpAgain });
	await expect.element(again).toHaveAttribute('href', expect.stringContaining('/post?'));
	await expect.element(dealButton(DEAL_MESSAGES.report)).not.toBeInTheDocument();
});

test('the agreed hand-over can be downloaded as a calendar file', async () => {
	const { path } = fakeDeal({
		reservation: sampleReservation(),
		handover: sampleHandover({ agreedSlot: inHours(20) }),
		actions: ['cancel-handover'],
	});
	const file = 'BEGIN:VCALENDAR';
	fakeApi.answer(getHandoverCalendar, file);
	const created = vi.spyOn(URL, 'createObjectURL');
	await renderPage(path, { as: STUDENT });

	await dealButton('Add to calendar').click();

	await expect.poll(() => created.mock.calls.length).toBe(1);
	const [blob] = created.mock.calls[0] ?? [];
	expect(await (blob as Blob).text()).toBe(file);
});

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
	'on a screen %i pixels wide, the deal strip keeps its place and height when the deal loads',
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

test('the deal strip works by keyboard, has full-size touch targets and is accessible', async () => {
	const { path } = fakeDeal({
		role: 'seller',
		offer: sampleOffer(),
		actions: ['accept-offer', 'decline-offer', 'counter-offer', 'reserve'],
	});
	await renderPage(path, { as: STUDENT, width: 360 });
	await expect.element(dealButton('Counter')).toBeVisible();
	for (const button of dealStrip.getByRole('button').elements()) {
		expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
	}
	expect(dealStrip.element().querySelector('[aria-live=polite]')?.textContent).toContain('₹360');
	await expectAccessible();

	(dealButton('More').element() as HTMLElement).focus();
	// The first Enter opens the menu, the second one chooses its first entry.
	await userEvent.keyboard('{Enter}{Enter}');

	await expect.element(page.getByText(DEAL_ACTION_REPLIES['decline-offer'])).toBeVisible();
});
