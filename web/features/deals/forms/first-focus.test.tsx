import { expect, test } from 'vitest';
import { getCatalogue } from '#contract/catalogue/endpoints.ts';
import { DEAL_CONFIRMATIONS, DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { sampleCatalogue } from '#tests/support/catalogue-replies.ts';
import { dealConfirmation, dealDialog, openForm } from '#tests/support/deal-form.ts';
import { inHours, sampleHandover, sampleReservation } from '#tests/support/deal-replies.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { formatDealTime } from '#web/features/deals/deal-times.ts';

const reservation = sampleReservation();

test('a deal form opens with the focus in its first field', async () => {
	await openForm({ actions: ['offer'] }, 'Make an offer');

	const amount = dealDialog.getByRole('textbox', { name: DEAL_MESSAGES.amountLabel });
	await expect.element(amount).toHaveFocus();
});

test('a deal form that begins with radio buttons opens with the focus on the selected button', async () => {
	await openForm({ role: 'seller', actions: ['reserve'] }, 'Reserve');

	await expect.element(dealDialog.getByRole('radio', { name: '48 hours' })).toHaveFocus();
});

test('the form to choose a hand-over time opens with the focus on the first time that has not passed', async () => {
	const slots = [inHours(-1), inHours(24), inHours(30)];
	const handover = sampleHandover({ slots });
	await openForm({ reservation, handover, actions: ['accept-handover'] }, 'Choose a time');

	const second = dealDialog.getByRole('radio', { name: formatDealTime(slots[1] ?? '') });
	await expect.element(second).toHaveFocus();
	await expect.element(second).not.toBeChecked();
});

test('when the places of a hand-over form have finished loading, the field for the place gets the focus', async () => {
	const spot = { id: 3, name: 'Library steps', hint: '', opens: '08:00', closes: '21:00' };
	fakeApi.answer(getCatalogue, { ...sampleCatalogue(), spots: [spot] });
	const release = fakeApi.hold(getCatalogue);
	await openForm({ reservation, actions: ['propose-handover'] }, 'Propose a hand-over');
	await expect.element(dealDialog.getByText(DEAL_MESSAGES.spotsLoading)).toBeVisible();

	release();

	const place = dealDialog.getByRole('combobox', { name: DEAL_MESSAGES.spotLabel });
	await expect.element(place).toHaveFocus();
});

test('a confirmation question about a deal opens with the focus on the button that cancels', async () => {
	const handover = sampleHandover({ agreedSlot: inHours(5) });
	await openForm({ reservation, handover, actions: ['cancel-handover'] }, 'Call off');

	await expect
		.element(
			dealConfirmation.getByRole('button', { name: DEAL_CONFIRMATIONS['cancel-handover'].keep }),
		)
		.toHaveFocus();
});
