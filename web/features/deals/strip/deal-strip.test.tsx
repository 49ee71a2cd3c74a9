import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { actInDeal, getDeal, getHandoverCalendar } from '#contract/deals/endpoints.ts';
import { DEAL_ERRORS } from '#contract/deals/errors.ts';
import type { DealAction } from '#contract/deals/facts.ts';
import { DEAL_DONE } from '#contract/deals/labels.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import {
	inHours,
	shownHandover,
	shownOffer,
	shownReservation,
	shownSale,
} from '#tests/support/deal-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { dealButton, dealStrip, fakeDeal, sentSteps } from '#tests/support/fake-deal.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { goTo, renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

/** What is done at once, and what is sent. */
const AT_ONCE: readonly (readonly [DealAction, string, Partial<Deal>, object])[] = [
	['accept-offer', 'Accept ₹360', { role: 'seller', offer: shownOffer() }, { offerId: 31 }],
	['decline-offer', 'Decline', { role: 'seller', offer: shownOffer() }, { offerId: 31 }],
	['withdraw-offer', 'Withdraw', { offer: shownOffer() }, { offerId: 31 }],
	['join-queue', 'Join the queue', { queue: { place: null, length: 0, turnUntil: null } }, {}],
	['leave-queue', 'Leave the queue', { queue: { place: 1, length: 1, turnUntil: null } }, {}],
	['take-turn', 'Take it for ₹450', { queue: { place: 1, length: 1, turnUntil: inHours(5) } }, {}],
	['confirm-sale', 'Yes, I have it', { sale: shownSale() }, {}],
	[
		'handover-done',
		'Done',
		{ reservation: shownReservation(), handover: shownHandover({ agreedSlot: inHours(-0.5) }) },
		{ handoverId: 41 },
	],
];

test.each(AT_ONCE)('%s is sent by its button, and the answer is shown', async (...row) => {
	const [action, label, deal, body] = row;
	const { path } = fakeDeal({ ...deal, actions: [action] });
	await renderPage(path, { as: STUDENT });

	await dealButton(label).click();

	await expect.element(page.getByText(DEAL_DONE[action])).toBeVisible();
	expect(sentSteps()).toEqual([{ action, body }]);
	await expect.element(dealButton(label)).not.toBeInTheDocument();
	// The button is gone; the focus stays where its effect is told.
	await expect.element(dealStrip).toHaveFocus();
});

test('a step made with a form moves the focus to the strip with the result', async () => {
	const { path } = fakeDeal({ actions: ['offer'] });
	await renderPage(path, { as: STUDENT });
	await dealButton('Make an offer').click();
	await page.getByRole('textbox', { name: DEAL_MESSAGES.amountLabel }).fill('360');

	await userEvent.keyboard('{Enter}');

	await expect.element(page.getByText(DEAL_DONE.offer)).toBeVisible();
	await expect.element(dealButton('Make an offer')).not.toBeInTheDocument();
	await expect.element(dealStrip).toHaveFocus();
});

test('a deal that changed while another page was open is shown as it is now', async () => {
	const { path, change } = fakeDeal({ offer: shownOffer(), actions: ['withdraw-offer'] });
	await renderPage(path, { as: STUDENT });
	await expect.element(dealButton('Withdraw')).toBeVisible();

	goTo('/about');
	await expect.element(dealStrip).not.toBeInTheDocument();
	change({ offer: null, reservation: shownReservation(), actions: ['release'] });
	goTo(path);

	await expect.element(dealStrip).toMatchTextContent('Reserved for you at ₹400');
});

test('a step that is not possible any more shows why, and the deal as it is now', async () => {
	const { path, current } = fakeDeal({ offer: shownOffer(), actions: ['withdraw-offer'] });
	fakeApi.answer(actInDeal, () =>
		refuse(409, DEAL_ERRORS.alreadyDecided, {
			deal: { ...current(), offer: null, reservation: shownReservation(), actions: ['release'] },
		}),
	);
	await renderPage(path, { as: STUDENT });

	await dealButton('Withdraw').click();

	await expect.element(page.getByText(DEAL_ERRORS.alreadyDecided.message)).toBeVisible();
	await expect.element(dealStrip).toMatchTextContent('Reserved for you at ₹400');
	await expect.element(dealButton('Release')).toBeVisible();
});

test('a step that is lost on the way says so and can be made again', async () => {
	const { path } = fakeDeal({ offer: shownOffer(), actions: ['withdraw-offer'] });
	fakeApi.answer(actInDeal, NO_CONNECTION);
	await renderPage(path, { as: STUDENT });

	await dealButton('Withdraw').click();

	await expect.element(page.getByText(ITEM_MESSAGES.noConnection)).toBeVisible();
	await expect.element(dealButton('Withdraw')).toBeVisible();
});

test('a step that finds the server busy is sent again by itself', async () => {
	vi.useFakeTimers();
	const { path, current } = fakeDeal({ offer: shownOffer(), actions: ['withdraw-offer'] });
	fakeApi.answer(actInDeal, () =>
		sentSteps().length < 2
			? refuse(503, REQUEST_ERRORS.unavailable)
			: {
					success: true,
					message: DEAL_DONE['withdraw-offer'],
					deal: { ...current(), offer: null, actions: ['offer'] },
				},
	);
	await renderPage(path, { as: STUDENT });

	await dealButton('Withdraw').click();

	await skipUntil(dealButton('Make an offer'));
	await expect.element(page.getByText(DEAL_DONE['withdraw-offer'])).toBeVisible();
	expect(sentSteps()).toHaveLength(2);
});

test('a change of a deal by the other side is shown at once', async () => {
	const { path, change, announce } = fakeDeal({ offer: shownOffer(), actions: ['withdraw-offer'] });
	await renderPage(path, { as: STUDENT });
	await expect.element(dealButton('Withdraw')).toBeVisible();

	change({ offer: null, reservation: shownReservation(), actions: ['release'] });
	await announce();

	await expect.element(dealStrip).toMatchTextContent('Reserved for you at ₹400');
	await expect.element(dealButton('Withdraw')).not.toBeInTheDocument();
});

test('a change of a deal made while the connection was broken is shown after it reconnects', async () => {
	const { path, change } = fakeDeal({ offer: shownOffer(), actions: ['withdraw-offer'] });
	await renderPage(path, { as: STUDENT });
	await expect.element(dealButton('Withdraw')).toBeVisible();

	fakeRealtime.disconnect();
	change({ offer: null, actions: ['offer'] });
	fakeRealtime.reconnect();

	await expect.element(dealButton('Make an offer')).toBeVisible();
});

test('a change of a deal whose event was missed is shown when the user returns to the tab', async () => {
	const { path, change } = fakeDeal({ actions: ['offer'] });
	await renderPage(path, { as: STUDENT });
	await expect.element(dealButton('Make an offer')).toBeVisible();

	change({ queue: { place: null, length: 0, turnUntil: null }, actions: ['join-queue'] });
	window.dispatchEvent(new Event('visibilitychange'));

	await expect.element(dealButton('Join the queue')).toBeVisible();
});

test('a deal is loaded again when one of its deadlines has passed', async () => {
	vi.useFakeTimers();
	const { path, change } = fakeDeal({
		offer: shownOffer({ expiresAt: new Date(Date.now() + 60_000).toISOString() }),
		actions: ['withdraw-offer'],
	});
	await renderPage(path, { as: STUDENT });
	await skipUntil(dealButton('Withdraw'));

	change({ offer: null, actions: ['offer'] });
	await vi.advanceTimersByTimeAsync(62_000);

	await skipUntil(dealButton('Make an offer'));
});

test('the agreed hand-over is downloaded for a calendar', async () => {
	const { path } = fakeDeal({
		reservation: shownReservation(),
		handover: shownHandover({ agreedSlot: inHours(20) }),
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
	created.mockRestore();
});

test('a deal that cannot be loaded can be loaded again', async () => {
	vi.useFakeTimers();
	const { path, current } = fakeDeal({ actions: ['offer'] });
	fakeApi.answer(getDeal, NO_CONNECTION);
	await renderPage(path, { as: STUDENT });
	await skipUntil(dealButton(DEAL_MESSAGES.tryAgain));

	fakeApi.answer(getDeal, () => ({ success: true, deal: current() }));
	await dealButton(DEAL_MESSAGES.tryAgain).click();

	await skipUntil(dealButton('Make an offer'));
});

test.each([360, 1280])(
	'nothing moves when the deal loads on a screen of %i pixels',
	async (width) => {
		const { path } = fakeDeal({
			reservation: shownReservation(),
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

test('the strip can be used with the keyboard, has targets of full size and is accessible', async () => {
	const { path } = fakeDeal({
		role: 'seller',
		offer: shownOffer(),
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
	await userEvent.keyboard('{Enter}{Enter}');

	await expect.element(page.getByText(DEAL_DONE['decline-offer'])).toBeVisible();
});
