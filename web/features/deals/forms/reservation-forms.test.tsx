import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { actInDeal, getDeal } from '#contract/deals/endpoints.ts';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_ACTION_REPLIES } from '#contract/deals/labels.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { dealDialog, dialogButton, openForm } from '#tests/support/deal-form.ts';
import { sampleEvent, sampleReservation } from '#tests/support/deal-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { dealButton, fakeDeal, sentSteps } from '#tests/support/fake-deal.ts';
import { draftNote, formDraftKeys, logInAgain } from '#tests/support/form-drafts.ts';
import { renderPage } from '#tests/support/render-page.tsx';

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
	const body = { hours: 120, amount: 360, clientId: expect.any(String) };
	expect(sentSteps()).toEqual([{ action: 'reserve', body }]);
});

test('a reservation that is sent again after a lost response has the same client id', async () => {
	await openForm({ role: 'seller', actions: ['reserve'] }, 'Reserve');
	// Otherwise the updated deal, which is reserved, closes the form.
	fakeApi.loseAnswers(getDeal);
	const deliver = fakeApi.loseAnswers(actInDeal);
	await dialogButton('Reserve').click();
	await expect.element(dealDialog.getByRole('alert')).toBeVisible();
	deliver();

	await dialogButton('Reserve').click();

	await expect.element(page.getByText(DEAL_ACTION_REPLIES.reserve)).toBeVisible();
	const ids = sentSteps().map(({ body }) => (body as { clientId?: string }).clientId);
	expect(ids).toEqual([ids[0], ids[0]]);
	expect(ids[0]).toEqual(expect.any(String));
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
	expect(sentSteps()).toEqual([{ action: 'release', body: { reason: 'I found one.' } }]);
});
