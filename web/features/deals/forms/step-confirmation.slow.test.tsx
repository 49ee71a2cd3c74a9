import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { actInDeal } from '#contract/deals/endpoints.ts';
import { DEAL_ACTION_REPLIES } from '#contract/deals/labels.ts';
import { DEAL_CONFIRMATIONS, SELLER_DONE_CONFIRMATION } from '#contract/deals/messages.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { dealConfirmation, openForm } from '#tests/support/deal-form.ts';
import { inHours, sampleHandover, sampleReservation } from '#tests/support/deal-replies.ts';
import { fakeApi, NO_CONNECTION } from '#tests/support/fake-api.ts';
import { dealButton, sentSteps } from '#tests/support/fake-deal.ts';

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
