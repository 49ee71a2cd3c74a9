import { beforeEach, describe, expect, test } from 'vitest';
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
import { dealButton, type fakeDeal, sentSteps } from '#tests/support/fake-deal.ts';
import { draftNote, formDraftKeys, logInAgain } from '#tests/support/form-drafts.ts';
import { fromCampusInput, toCampusInput } from '#web/features/deals/deal-times.ts';

const SPOTS = [
	{ id: 3, name: 'Library steps', hint: 'By the notice board', opens: '08:00', closes: '21:00' },
	{ id: 4, name: 'Night canteen', hint: '', opens: '20:00', closes: '02:00' },
	{ id: 5, name: 'Gym', hint: '', opens: '06:00', closes: '22:00' },
	{ id: 6, name: 'Main gate', hint: '', opens: '00:00', closes: '23:59' },
	{ id: 7, name: 'Workshop', hint: '', opens: '09:00', closes: '17:00' },
];

describe('form for a proposal', () => {
	const reserved = { reservation: sampleReservation(), actions: ['propose-handover' as const] };
	const OPEN = 'Propose a hand-over';
	const group = (name: string) => dealDialog.getByRole('group', { name, exact: true });
	const places = group(DEAL_MESSAGES.spotLabel);
	const days = group(DEAL_MESSAGES.dayLabel);
	const times = group(DEAL_MESSAGES.timeLabel);
	const propose = () => dialogButton(DEAL_MESSAGES.propose).click();
	const sentBody = () => sentSteps().at(-1)?.body;
	/** The given time in the college's time zone, this number of days from now, as the value of a field. */
	const timeIn = (count: number, clock: string) =>
		`${toCampusInput(inHours(24 * count)).slice(0, 10)}T${clock}`;

	beforeEach(() => {
		fakeApi.answer(getCatalogue, { ...sampleCatalogue(), spots: SPOTS });
	});

	test('a place and times of several days are chosen by chips without typing; the place is suggested first the next time', async () => {
		const releaseSpots = fakeApi.hold(getCatalogue);
		const fake = await openForm(reserved, OPEN);
		await expect.element(dealDialog.getByText(DEAL_MESSAGES.spotsLoading)).toBeVisible();
		releaseSpots();
		await expect.element(places.getByRole('radio', { name: 'Library steps' })).toHaveFocus();
		await expect
			.element(places)
			.toHaveAccessibleDescription('By the notice board. Open 08:00 to 21:00.');
		await expectAccessible();
		await places.getByRole('radio', { name: 'Gym' }).click();

		await days.getByRole('radio').nth(1).click();
		await times.getByText('17:30').click();
		await times.getByText('18:00').click();
		await days.getByRole('radio').nth(2).click();
		await times.getByText('09:00').click();
		await expect.element(times.getByRole('checkbox', { name: '09:30' })).toBeDisabled();
		await dealDialog.getByRole('button', { name: /^Remove .*18:00$/ }).click();
		await propose();

		await expect.element(page.getByText(DEAL_ACTION_REPLIES['propose-handover'])).toBeVisible();
		const dates = await shownDates(fake);
		const slots = [`${dates[1]}T17:30`, `${dates[2]}T09:00`].map(fromCampusInput);
		expect(sentBody()).toMatchObject({ spotId: 5, slots });

		await expect.element(places.getByRole('radio').first()).toHaveAccessibleName('Gym');
	});

	/** Opens the form once more. @returns its days */
	async function shownDates({ changeDeal, announceChange }: ReturnType<typeof fakeDeal>) {
		changeDeal({ actions: ['propose-handover'] });
		await announceChange();
		await dealButton(OPEN).click();
		await expect.element(days).toBeVisible();
		return days
			.getByRole('radio')
			.elements()
			.map((radio) => (radio as HTMLInputElement).value);
	}

	test('errors are shown at their part of the form, also those of the server', async () => {
		const { currentDeal } = await openForm(reserved, OPEN);
		await propose();
		const { slots: noSlot, slotHours, spot: unknownSpot } = DEAL_INPUT_ERRORS;
		await expect.element(times).toHaveAccessibleDescription(noSlot.message);
		await expect.element(times.getByRole('checkbox').first()).toHaveFocus();
		await days.getByRole('radio').nth(1).click();
		await times.getByText('08:30').click();
		await places.getByRole('radio', { name: 'Night canteen' }).click();
		await propose();
		const { message } = slotHours('Night canteen', '20:00', '02:00');
		await expect.element(times).toHaveAccessibleDescription(message);
		expect(sentSteps()).toEqual([]);

		await places.getByRole('radio', { name: 'Library steps' }).click();
		const issues = [{ path: 'spotId', ...unknownSpot }];
		fakeApi.answer(actInDeal, refuse(400, unknownSpot, { issues }));
		await propose();
		await expect
			.element(places)
			.toHaveAccessibleDescription(expect.stringContaining(unknownSpot.message));
		fakeApi.answer(actInDeal, () => ({
			success: true,
			message: DEAL_ACTION_REPLIES['propose-handover'],
			deal: { ...currentDeal(), actions: [] },
		}));
		await propose();

		await expect.element(page.getByText(DEAL_ACTION_REPLIES['propose-handover'])).toBeVisible();
	});

	test('a place in own words and another time, which is rounded up to five minutes, are typed', async () => {
		await openForm(reserved, OPEN);
		await places.getByRole('button', { name: DEAL_MESSAGES.otherSpot }).click();
		await expect.element(places.getByRole('radio', { name: 'Workshop' })).toHaveFocus();
		await places.getByRole('radio', { name: DEAL_MESSAGES.ownPlace }).click();
		const place = dealDialog.getByRole('textbox', { name: DEAL_MESSAGES.ownPlaceLabel });
		await place.fill('ab');
		await times.getByRole('button', { name: DEAL_MESSAGES.otherSlot }).click();
		const other = dealDialog.getByLabelText(DEAL_MESSAGES.slotLabel(1), { exact: true });
		await expect.element(other).toHaveFocus();
		await other.fill(timeIn(10, '12:03'));
		await expectAccessible();
		await propose();
		await expect
			.element(place)
			.toHaveAccessibleDescription(expect.stringContaining(DEAL_INPUT_ERRORS.place.message));
		await expect.element(place).toHaveFocus();

		await place.fill(' Room 12, Hostel 4 ');
		await propose();

		await expect.element(page.getByText(DEAL_ACTION_REPLIES['propose-handover'])).toBeVisible();
		const slots = [fromCampusInput(timeIn(10, '12:05'))];
		expect(sentBody()).toMatchObject({ place: 'Room 12, Hostel 4', slots });
		expect(sentBody()).not.toHaveProperty('spotId');
	});

	test('another proposal begins with the place of the one that it answers', async () => {
		const spot = { id: null, name: 'Room 12', hint: '' };
		await openForm({ ...reserved, handover: sampleHandover({ spot }) }, DEAL_MESSAGES.otherTime);

		await expect
			.element(dealDialog.getByRole('textbox', { name: DEAL_MESSAGES.ownPlaceLabel }))
			.toHaveValue('Room 12');
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
		expect(sentSteps()).toMatchObject([{ action: 'review', body }]);
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
		expect(sentSteps()).toMatchObject([
			{ action: 'reply-review', body: { text: 'My class was moved.' } },
		]);
	});
});
