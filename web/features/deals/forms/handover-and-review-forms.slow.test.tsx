import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getCatalogue } from '#contract/catalogue/endpoints.ts';
import { actInDeal } from '#contract/deals/endpoints.ts';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_ACTION_REPLIES } from '#contract/deals/labels.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { sampleCatalogue } from '#tests/support/catalogue-replies.ts';
import { dealDialog, dialogButton, openForm } from '#tests/support/deal-form.ts';
import {
	inHours,
	sampleHandover,
	sampleReservation,
	sampleReview,
	sampleSale,
} from '#tests/support/deal-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { dealButton, sentSteps } from '#tests/support/fake-deal.ts';
import { draftNote, formDraftKeys, logInAgain } from '#tests/support/form-drafts.ts';
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

	test('a hand-over is proposed with a place of the college and several times; errors are shown at their fields', async () => {
		fakeApi.answer(getCatalogue, { ...sampleCatalogue(), spots: SPOTS });
		const releaseSpots = fakeApi.hold(getCatalogue);
		const { currentDeal } = await openForm(reserved, 'Propose a hand-over');
		await expect.element(dealDialog.getByText(DEAL_MESSAGES.spotsLoading)).toBeVisible();
		releaseSpots();
		const place = dealDialog.getByRole('combobox', { name: DEAL_MESSAGES.spotLabel });
		await expect.element(place).toHaveFocus();
		await expect
			.element(place)
			.toHaveAccessibleDescription('By the notice board. Open 08:00 to 21:00.');
		await expectAccessible();

		const propose = () => dialogButton(DEAL_MESSAGES.propose).click();
		const { slots: noSlot, slotTwice, spot: unknownSpot } = DEAL_INPUT_ERRORS;
		const described = ({ message }: { message: string }) => expect.stringContaining(message);
		await propose();
		await expect.element(slot(1)).toHaveAccessibleDescription(described(noSlot));
		await slot(1).fill(noonIn(2));
		await dialogButton(DEAL_MESSAGES.addSlot).click();
		await slot(2).fill(noonIn(2));
		await propose();
		await expect.element(slot(2)).toHaveAccessibleDescription(described(slotTwice));
		expect(sentSteps()).toEqual([]);
		await slot(2).fill(noonIn(3));
		const issues = [{ path: 'spotId', ...unknownSpot }];
		fakeApi.answer(actInDeal, refuse(400, unknownSpot, { issues }));
		await propose();
		await expect.element(place).toHaveAccessibleDescription(described(unknownSpot));
		await expect.element(slot(1)).not.toHaveAccessibleDescription(unknownSpot.message);
		fakeApi.answer(actInDeal, () => ({
			success: true,
			message: DEAL_ACTION_REPLIES['propose-handover'],
			deal: { ...currentDeal(), actions: [] },
		}));
		await propose();

		await expect.element(page.getByText(DEAL_ACTION_REPLIES['propose-handover'])).toBeVisible();
		const slots = [noonIn(2), noonIn(3)].map(fromCampusInput);
		expect(sentSteps().at(-1)?.body).toEqual({ spotId: 3, slots });
	});

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
		const handover = sampleHandover({ slots: [inHours(-1), inHours(1), inHours(2)] });
		await openForm({ ...choosing, handover }, 'Choose a time');
		const radio = (position: number) => dealDialog.getByRole('radio').nth(position + 1);
		// The first time has passed already.
		await expect.element(radio(0)).toHaveFocus();
		await expect.element(radio(0)).not.toBeChecked();
		const [, first = ''] = handover.slots;
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

describe('forms for reviews', () => {
	const completedDeal = {
		sale: sampleSale({ completedAt: inHours(-1), confirmed: 'yes' }),
		review: sampleReview(),
	};

	test('a review has stars, chosen by arrow keys, up to three tags and a text, which a new login restores', async () => {
		const { path } = await openForm({ ...completedDeal, actions: ['review'] }, 'Write a review');
		await expect.element(dealDialog.getByRole('textbox')).toBeVisible();
		await expectAccessible();
		(dealDialog.getByRole('radio', { name: '1 star' }).element() as HTMLElement).focus();
		await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
		await expect.element(dealDialog.getByRole('radio', { name: '4 stars' })).toBeChecked();
		for (const tag of ['As described', 'On time', 'Friendly'])
			await dealDialog.getByText(tag, { exact: true }).click();
		await expect.element(dealDialog.getByRole('checkbox', { name: 'Fair price' })).toBeDisabled();
		await dealDialog.getByRole('textbox').fill('Works like new.');
		await expect.poll(formDraftKeys).toHaveLength(1);

		await logInAgain(path);
		await dealButton('Write a review').click();
		await expect.element(draftNote).toBeVisible();
		await dialogButton(DEAL_MESSAGES.sendReview).click();

		await expect.element(page.getByText(DEAL_ACTION_REPLIES.review)).toBeVisible();
		const tags = ['as-described', 'on-time', 'friendly'];
		const body = { stars: 4, tags, text: 'Works like new.' };
		expect(sentSteps()).toEqual([{ action: 'review', body }]);
		await expect.poll(formDraftKeys).toEqual([]);
	});

	test('the form for an answer shows the review, refuses an empty answer, keeps the text over a new login but not after “Cancel”, and sends it', async () => {
		const theirs = {
			stars: 2,
			tags: ['late-or-absent' as const],
			text: 'Came an hour late.',
			answer: null,
			createdAt: inHours(-1),
		};
		const review = sampleReview({ theirs });
		const deal = { ...completedDeal, review, actions: ['reply-review' as const] };
		const { path } = await openForm(deal, 'Answer the review');
		await expect.element(dealDialog.getByText('Came an hour late.')).toBeVisible();
		await expect.element(dealDialog.getByRole('img', { name: '2 of 5 stars' })).toBeInTheDocument();
		await dialogButton(DEAL_MESSAGES.sendAnswer).click();
		await expect.element(dealDialog.getByText(DEAL_INPUT_ERRORS.answerText.message)).toBeVisible();

		await dealDialog.getByRole('textbox').fill('Sorry.');
		await expect.poll(formDraftKeys).toHaveLength(1);
		await dialogButton('Cancel').click();
		await expect.poll(formDraftKeys).toEqual([]);

		await dealButton('Answer the review').click();
		await dealDialog.getByRole('textbox').fill('My class was moved.');
		await expect.poll(formDraftKeys).toHaveLength(1);
		await logInAgain(path);
		await dealButton('Answer the review').click();
		await expect.element(draftNote).toBeVisible();
		await dialogButton(DEAL_MESSAGES.sendAnswer).click();

		await expect.element(page.getByText(DEAL_ACTION_REPLIES['reply-review'])).toBeVisible();
		expect(sentSteps()).toEqual([
			{ action: 'reply-review', body: { text: 'My class was moved.' } },
		]);
	});
});
