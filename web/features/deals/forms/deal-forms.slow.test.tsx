import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { actInDeal, getDeal } from '#contract/deals/endpoints.ts';
import { DEAL_ERRORS, DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_ACTION_REPLIES } from '#contract/deals/labels.ts';
import {
	DEAL_CONFIRMATIONS,
	DEAL_MESSAGES,
	SELLER_DONE_CONFIRMATION,
} from '#contract/deals/messages.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { dealConfirmation, dealDialog, dialogButton, openForm } from '#tests/support/deal-form.ts';
import {
	inHours,
	sampleEvent,
	sampleHandover,
	sampleOffer,
	sampleReservation,
} from '#tests/support/deal-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { dealButton, dealStrip, fakeDeal, sentSteps } from '#tests/support/fake-deal.ts';
import { draftNote, formDraftKeys, logInAgain } from '#tests/support/form-drafts.ts';
import { renderPage } from '#tests/support/render-page.tsx';

const amount = dealDialog.getByRole('textbox', { name: DEAL_MESSAGES.amountLabel });

describe('form for an offer', () => {
	test('the form for an offer shows the range and the offers left, refuses other amounts at the focused field, and sends by Enter', async () => {
		await openForm({ actions: ['offer'], attemptsLeft: 2 }, 'Make an offer');
		const hint = 'Between ₹225 and ₹450. Two offers left.';
		await expect.element(amount).toHaveAccessibleDescription(hint);
		await expect.element(amount).toHaveFocus();
		await expectAccessible();

		const { amountMissing, amountRange } = DEAL_INPUT_ERRORS;
		for (const [typed, { message }] of [
			['', amountMissing],
			['224', amountRange(225, 450)],
			['4e2', amountRange(225, 450)],
		] as const) {
			await amount.fill(typed);
			await dialogButton(DEAL_MESSAGES.sendOffer).click();
			await expect.element(amount).toHaveAccessibleDescription(expect.stringContaining(message));
			await expect.element(amount).toHaveFocus();
		}
		expect(sentSteps()).toEqual([]);
		await amount.fill('₹ 360');
		await userEvent.keyboard('{Enter}');

		await expect.element(page.getByText(DEAL_ACTION_REPLIES.offer)).toBeVisible();
		expect(sentSteps()).toMatchObject([{ action: 'offer', body: { amount: 360 } }]);
		await expect.element(dealDialog).not.toBeInTheDocument();
		await expect.element(dealStrip).toHaveFocus();
	});

	test('a refused amount is explained at its field and stays; if the item is reserved meanwhile, the queue is offered instead', async () => {
		const { currentDeal } = await openForm({ actions: ['offer'] }, 'Make an offer');
		const refusal = DEAL_INPUT_ERRORS.amountRange(250, 500);
		fakeApi.answer(actInDeal, refuse(400, refusal));
		await amount.fill('240');
		await dialogButton(DEAL_MESSAGES.sendOffer).click();
		await expect
			.element(amount)
			.toHaveAccessibleDescription(expect.stringContaining(refusal.message));
		await expect.element(amount).toHaveValue('240');

		const queue = { place: null, length: 0, turnUntil: null };
		fakeApi.answer(actInDeal, () =>
			refuse(409, DEAL_ERRORS.reservedForOther, {
				deal: { ...currentDeal(), queue, actions: ['join-queue'] },
			}),
		);
		await dialogButton(DEAL_MESSAGES.sendOffer).click();

		await expect.element(page.getByText(DEAL_ERRORS.reservedForOther.message)).toBeVisible();
		await expect.element(dealDialog).not.toBeInTheDocument();
		await expect.element(dealButton('Join the queue')).toBeVisible();
	});
});

test('a counter-offer must be above the offer and at most the price', async () => {
	await openForm({ role: 'seller', offer: sampleOffer(), actions: ['counter-offer'] }, 'Counter');
	const counter = dealDialog.getByRole('textbox', { name: DEAL_MESSAGES.counterLabel });
	await counter.fill('360');
	await dialogButton(DEAL_MESSAGES.sendCounter).click();
	const { message } = DEAL_INPUT_ERRORS.amountRange(361, 450);
	await expect.element(counter).toHaveAccessibleDescription(expect.stringContaining(message));

	await counter.fill('400');
	await dialogButton(DEAL_MESSAGES.sendCounter).click();

	await expect.element(page.getByText(DEAL_ACTION_REPLIES['counter-offer'])).toBeVisible();
	expect(sentSteps()).toMatchObject([{ action: 'counter-offer', body: { amount: 400 } }]);
});

describe('form for a reservation', () => {
	test('a seller chooses how long to reserve an item, and whether at the price or at an accepted amount', async () => {
		const changes = { actions: ['reserve'], acceptedAmounts: [360, 450] } satisfies Partial<Deal>;
		const fake = fakeDeal({ role: 'seller', ...changes });
		// An amount accepted before the item was sold and listed again: the seller cannot choose it.
		const event = sampleEvent('offer-accepted', { amount: 300, offerId: 8 });
		fake.addStep(STUDENT.id, 'Accepted ₹300.', event);
		await renderPage(fake.path, { as: STUDENT, width: 390 });
		await expect.element(page.getByText('You accepted ₹300.')).toBeVisible();
		await dealButton('Reserve').click();
		const choice = dealDialog.getByRole('combobox', { name: DEAL_MESSAGES.amountChoice });
		await expect.element(choice).toHaveTextContent('₹450, the price₹360, accepted between you');
		const usual = dealDialog.getByRole('radio', { name: '48 hours' });
		await expect.element(usual).toBeChecked();
		await expect.element(usual).toHaveFocus();
		await expectAccessible();

		await dealDialog.getByText('120 hours').click();
		await choice.selectOptions('360');
		await dialogButton('Reserve').click();

		await expect.element(page.getByText(DEAL_ACTION_REPLIES.reserve)).toBeVisible();
		const body = { hours: 120, amount: 360 };
		expect(sentSteps()).toMatchObject([{ action: 'reserve', body }]);
	});

	test('a form that is sent again after a lost response has the same client id, with other values a new one', async () => {
		const { currentDeal } = await openForm({ role: 'seller', actions: ['reserve'] }, 'Reserve');
		// Otherwise the updated deal, which is reserved, closes the form.
		fakeApi.loseAnswers(getDeal);
		const deliver = fakeApi.loseAnswers(actInDeal);
		await dialogButton('Reserve').click();
		await expect.element(dealDialog.getByRole('alert')).toBeVisible();
		await dialogButton('Reserve').click();
		await expect.poll(() => sentSteps().length).toBe(2);
		await dealDialog.getByText('120 hours').click();
		deliver();
		fakeApi.answer(actInDeal, () => ({
			success: true,
			deal: { ...currentDeal(), actions: [] },
			message: DEAL_ACTION_REPLIES.reserve,
		}));

		await dialogButton('Reserve').click();

		await expect.element(page.getByText(DEAL_ACTION_REPLIES.reserve)).toBeVisible();
		const ids = sentSteps().map(({ body }) => (body as { clientId?: string }).clientId);
		expect(ids[0]).toEqual(expect.any(String));
		expect(ids[1]).toBe(ids[0]);
		expect(ids[2]).not.toBe(ids[0]);
	});

	test('a reservation is released with a reason, which may not be too long and is kept over a new login', async () => {
		const deal = { reservation: sampleReservation(), actions: ['release' as const] };
		const { path } = await openForm(deal, 'Release');
		const reason = dealDialog.getByRole('textbox', { name: DEAL_MESSAGES.reasonLabel });
		await reason.fill('a'.repeat(201));
		await dialogButton('Release').click();
		const { message } = DEAL_INPUT_ERRORS.reason;
		await expect.element(reason).toHaveAccessibleDescription(expect.stringContaining(message));

		await reason.fill(' I found one. ');
		await expect.poll(formDraftKeys).toHaveLength(1);
		await logInAgain(path);
		await dealButton('Release').click();
		await expect.element(draftNote).toBeVisible();
		await dialogButton('Release').click();

		await expect.element(page.getByText(DEAL_ACTION_REPLIES.release)).toBeVisible();
		expect(sentSteps()).toMatchObject([{ action: 'release', body: { reason: 'I found one.' } }]);
	});
});

describe('confirmation of a deal step that cannot be undone', () => {
	const agreed = {
		reservation: sampleReservation(),
		handover: sampleHandover({ agreedSlot: inHours(-0.5) }),
	};

	test.each([
		['cancel-handover', 'Call off', DEAL_CONFIRMATIONS['cancel-handover'], agreed],
		['handover-done', 'Done', SELLER_DONE_CONFIRMATION, { ...agreed, role: 'seller' }],
	] as const)(
		'a deal step that cannot be undone is sent only after the user has confirmed the step: %s',
		async (action, label, texts, deal) => {
			await openForm({ ...deal, actions: [action] }, label);
			await expect
				.element(dealConfirmation)
				.toHaveAccessibleDescription(texts.consequence('Meera'));
			const keep = dealConfirmation.getByRole('button', { name: texts.keep, exact: true });
			await expect.element(keep).toHaveFocus();
			await keep.click();
			expect(sentSteps()).toEqual([]);
			await dealButton(label).click();

			await dealConfirmation.getByRole('button', { name: texts.confirm, exact: true }).click();

			await expect.element(page.getByText(DEAL_ACTION_REPLIES[action])).toBeVisible();
			expect(sentSteps().map((step) => step.action)).toEqual([action]);
			await expect.element(dealConfirmation).not.toBeInTheDocument();
		},
	);

	test('when a confirmed deal step fails, the dialog stays open with the reason, which a cancel or a retry clears', async () => {
		await openForm({ ...agreed, actions: ['cancel-handover'] }, 'Call off');
		const { confirm, keep } = DEAL_CONFIRMATIONS['cancel-handover'];
		const answer = dealConfirmation.getByRole('button', { name: confirm, exact: true });
		const alert = dealConfirmation.getByRole('alert');
		fakeApi.answer(actInDeal, NO_CONNECTION);

		await answer.click();

		await expect.element(alert).toHaveTextContent(ITEM_MESSAGES.noConnection);
		await dealConfirmation.getByRole('button', { name: keep, exact: true }).click();
		await dealButton('Call off').click();
		await expect.element(answer).toBeVisible();
		await expect.element(alert).not.toBeInTheDocument();
		await answer.click();
		await expect.element(alert).toBeVisible();
		fakeApi.hold(actInDeal);
		await answer.click();
		await expect.element(alert).not.toBeInTheDocument();
	});
});
