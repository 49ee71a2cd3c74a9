import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { actInDeal } from '#contract/deals/endpoints.ts';
import { DEAL_ERRORS, DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_ACTION_REPLIES } from '#contract/deals/labels.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { dealDialog, dialogButton, openForm } from '#tests/support/deal-form.ts';
import { sampleOffer } from '#tests/support/deal-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { dealButton, dealStrip, sentSteps } from '#tests/support/fake-deal.ts';

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
		expect(sentSteps()).toEqual([{ action: 'offer', body: { amount: 360 } }]);
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
	expect(sentSteps()).toEqual([{ action: 'counter-offer', body: { amount: 400 } }]);
});
