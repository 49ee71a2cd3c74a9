import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { getCatalogue } from '#contract/catalogue/endpoints.ts';
import { actInDeal } from '#contract/deals/endpoints.ts';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_ACTION_REPLIES } from '#contract/deals/labels.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { sampleCatalogue } from '#tests/support/catalogue-replies.ts';
import { dealDialog, dialogButton, openForm } from '#tests/support/deal-form.ts';
import { inHours, sampleHandover, sampleReservation } from '#tests/support/deal-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { dealButton, sentSteps } from '#tests/support/fake-deal.ts';
import { formatDealTime, fromCampusInput, toCampusInput } from '#web/features/deals/deal-times.ts';

const SPOTS = [
	{ id: 3, name: 'Library steps', hint: 'By the notice board', opens: '08:00', closes: '21:00' },
	{ id: 4, name: 'Night canteen', hint: '', opens: '20:00', closes: '02:00' },
];

describe('forms for a hand-over', () => {
	const reserved = { reservation: sampleReservation(), actions: ['propose-handover' as const] };
	const slot = (number: number) =>
		dealDialog.getByLabelText(DEAL_MESSAGES.slotLabel(number), { exact: true });
	/** The value of a time field: noon in the college's time zone, the given number of days from now. */
	const noonIn = (days: number) => `${toCampusInput(inHours(24 * days)).slice(0, 10)}T12:00`;

	async function openProposal() {
		fakeApi.answer(getCatalogue, { ...sampleCatalogue(), spots: SPOTS });
		await openForm(reserved, 'Propose a hand-over');
	}

	test('a hand-over is proposed with a place of the college and several times', async () => {
		await openProposal();
		const place = dealDialog.getByRole('combobox', { name: DEAL_MESSAGES.spotLabel });
		await expect
			.element(place)
			.toHaveAccessibleDescription('By the notice board. Open 08:00 to 21:00.');
		await expectAccessible();

		await slot(1).fill(noonIn(2));
		await dialogButton(DEAL_MESSAGES.addSlot).click();
		await slot(2).fill(noonIn(3));
		await dialogButton(DEAL_MESSAGES.propose).click();

		await expect.element(page.getByText(DEAL_ACTION_REPLIES['propose-handover'])).toBeVisible();
		const [step] = sentSteps();
		const slots = [noonIn(2), noonIn(3)].map(fromCampusInput);
		expect(step?.body).toEqual({ spotId: 3, slots });
	});

	test('when the server refuses a removed place, the error is shown at the field for the place', async () => {
		await openProposal();
		const { spot } = DEAL_INPUT_ERRORS;
		fakeApi.answer(actInDeal, refuse(400, spot, { issues: [{ path: 'spotId', ...spot }] }));
		await slot(1).fill(noonIn(2));

		await dialogButton(DEAL_MESSAGES.propose).click();

		const place = dealDialog.getByRole('combobox', { name: DEAL_MESSAGES.spotLabel });
		await expect.element(place).toHaveAccessibleDescription(expect.stringContaining(spot.message));
		await expect.element(slot(1)).not.toHaveAccessibleDescription(spot.message);
	});

	test.each([
		['no time', [''], DEAL_INPUT_ERRORS.slots],
		['a time that has passed', [noonIn(-1)], DEAL_INPUT_ERRORS.slotPast],
		['a time too far ahead', [noonIn(15)], DEAL_INPUT_ERRORS.slotTooFar],
		[
			'a time that is not a multiple of five minutes',
			[`${noonIn(2).slice(0, 13)}:03`],
			DEAL_INPUT_ERRORS.slotStep,
		],
		[
			'a time at which the place is closed',
			[`${noonIn(2).slice(0, 11)}21:00`],
			DEAL_INPUT_ERRORS.slotHours('Library steps', '08:00', '21:00'),
		],
		['the same time twice', [noonIn(2), noonIn(2)], DEAL_INPUT_ERRORS.slotTwice],
	])(
		'a proposal with %s is refused with an error at the time field',
		async (_, times, { message }) => {
			await openProposal();
			await slot(1).fill(times[0] ?? '');
			if (times.length > 1) {
				await dialogButton(DEAL_MESSAGES.addSlot).click();
				await slot(2).fill(times[1] ?? '');
			}

			await dialogButton(DEAL_MESSAGES.propose).click();

			await expect
				.element(slot(times.length))
				.toHaveAccessibleDescription(expect.stringContaining(message));
			expect(sentSteps()).toEqual([]);
		},
	);

	test('when a newer proposal replaces the shown proposal, a time chosen before is not sent', async () => {
		fakeApi.answer(getCatalogue, { ...sampleCatalogue(), spots: SPOTS });
		const handover = sampleHandover();
		const fake = await openForm(
			{ reservation: sampleReservation(), handover, actions: ['accept-handover'] },
			'Choose a time',
		);
		const [first = ''] = handover.slots;
		await dealDialog.getByText(formatDealTime(first)).click();
		await expect.element(dialogButton(DEAL_MESSAGES.takeSlot(formatDealTime(first)))).toBeVisible();

		const spot = { id: 4, name: 'Night canteen', hint: '' };
		fake.changeDeal({ handover: { ...handover, id: handover.id + 1, spot } });
		await fake.announceChange();

		await expect.element(dealDialog.getByText('Night canteen')).toBeVisible();
		await dialogButton(DEAL_MESSAGES.chooseFirst).click();
		await expect.element(dealDialog.getByText(DEAL_INPUT_ERRORS.slot.message)).toBeVisible();
		expect(sentSteps()).toEqual([]);
	});

	const choosing = {
		reservation: sampleReservation(),
		handover: sampleHandover(),
		actions: ['accept-handover' as const],
	};

	test('a proposed time that has passed can no longer be chosen, and a user who had chosen that time is asked for another time', async () => {
		vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
		const handover = sampleHandover({ slots: [inHours(1), inHours(2)] });
		await openForm({ ...choosing, handover }, 'Choose a time');
		const radio = (position: number) => dealDialog.getByRole('radio').nth(position);
		await expect.element(radio(0)).toBeEnabled();
		const [first = ''] = handover.slots;
		await dealDialog.getByText(formatDealTime(first)).click();
		await expect.element(radio(0)).toBeChecked();

		vi.setSystemTime(Date.parse(first));
		await vi.advanceTimersByTimeAsync(60_000);

		await expect.element(radio(0)).toBeDisabled();
		await expect.element(radio(0)).not.toBeChecked();
		await expect.element(radio(1)).toBeEnabled();
		await dialogButton(DEAL_MESSAGES.chooseAnother).click();
		await expect.element(dealDialog.getByText(DEAL_INPUT_ERRORS.slot.message)).toBeVisible();
		expect(sentSteps()).toEqual([]);
	});

	test('a user accepts one of the proposed times, or opens the form to propose other times', async () => {
		fakeApi.answer(getCatalogue, { ...sampleCatalogue(), spots: SPOTS });
		const handover = sampleHandover();
		await openForm(
			{
				reservation: sampleReservation(),
				handover,
				actions: ['propose-handover', 'accept-handover'],
			},
			'Choose a time',
		);
		await dialogButton(DEAL_MESSAGES.chooseFirst).click();
		await expect.element(dealDialog.getByText(DEAL_INPUT_ERRORS.slot.message)).toBeVisible();
		await dialogButton(DEAL_MESSAGES.otherTime).click();
		await expect.element(slot(1)).toBeVisible();
		await dialogButton(DEAL_MESSAGES.cancel).click();
		await dealButton('Choose a time').click();

		const [, second = ''] = handover.slots;
		await dealDialog.getByText(formatDealTime(second)).click();
		await dialogButton(DEAL_MESSAGES.takeSlot(formatDealTime(second))).click();

		await expect.element(page.getByText(DEAL_ACTION_REPLIES['accept-handover'])).toBeVisible();
		const body = { handoverId: handover.id, slot: second };
		expect(sentSteps()).toEqual([{ action: 'accept-handover', body }]);
	});
});
