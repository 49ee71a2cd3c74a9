import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getCatalogue } from '#contract/catalogue/endpoints.ts';
import { actInDeal } from '#contract/deals/endpoints.ts';
import { DEAL_ERRORS, DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_DONE } from '#contract/deals/labels.ts';
import { DEAL_MESSAGES, DEAL_QUESTIONS, SELLER_DONE_QUESTION } from '#contract/deals/messages.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { shownCatalogue } from '#tests/support/catalogue-replies.ts';
import {
	inHours,
	shownEvent,
	shownHandover,
	shownOffer,
	shownReservation,
	shownReview,
	shownSale,
} from '#tests/support/deal-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { dealButton, fakeDeal, sentSteps } from '#tests/support/fake-deal.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { formatDealTime, fromCampusInput, toCampusInput } from '#web/features/deals/deal-times.ts';

const dialog = page.getByRole('dialog');
const question = page.getByRole('alertdialog');
const amount = dialog.getByRole('textbox', { name: DEAL_MESSAGES.amountLabel });
const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true });

const SPOTS = [
	{ id: 3, name: 'Library steps', hint: 'By the notice board', opens: '08:00', closes: '21:00' },
	{ id: 4, name: 'Night canteen', hint: '', opens: '20:00', closes: '02:00' },
];

/** Opens the form of the only button. */
async function open(deal: Parameters<typeof fakeDeal>[0], label: string, width = 390) {
	const fake = fakeDeal(deal);
	await renderPage(fake.path, { as: STUDENT, width });
	await dealButton(label).click();
	return fake;
}

describe('an offer', () => {
	test.each([
		['', DEAL_INPUT_ERRORS.amountMissing],
		['224', DEAL_INPUT_ERRORS.amountRange(225, 450)],
		['451', DEAL_INPUT_ERRORS.amountRange(225, 450)],
		['300.5', DEAL_INPUT_ERRORS.amountRange(225, 450)],
		['much', DEAL_INPUT_ERRORS.amountRange(225, 450)],
	])('of %o is refused at the field before it is sent', async (typed, { message }) => {
		await open({ actions: ['offer'] }, 'Make an offer');

		await amount.fill(typed);
		await inDialog(DEAL_MESSAGES.sendOffer).click();

		await expect.element(amount).toHaveAccessibleDescription(expect.stringContaining(message));
		await expect.element(amount).toHaveFocus();
		expect(sentSteps()).toEqual([]);
	});

	test('says its bounds and how many are left, and is sent with Enter', async () => {
		await open({ actions: ['offer'], attemptsLeft: 2 }, 'Make an offer');
		const hint = 'Between ₹225 and ₹450. Two offers left.';
		await expect.element(amount).toHaveAccessibleDescription(hint);
		await expectAccessible();

		await amount.fill('₹ 360');
		await userEvent.keyboard('{Enter}');

		await expect.element(page.getByText(DEAL_DONE.offer)).toBeVisible();
		expect(sentSteps()).toEqual([{ action: 'offer', body: { amount: 360 } }]);
		await expect.element(dialog).not.toBeInTheDocument();
	});

	test('that the server refuses keeps what was typed and says why at the field', async () => {
		await open({ actions: ['offer'] }, 'Make an offer');
		const refusal = DEAL_INPUT_ERRORS.amountRange(250, 500);
		fakeApi.answer(actInDeal, refuse(400, refusal));

		await amount.fill('240');
		await inDialog(DEAL_MESSAGES.sendOffer).click();

		await expect
			.element(amount)
			.toHaveAccessibleDescription(expect.stringContaining(refusal.message));
		await expect.element(amount).toHaveValue('240');
	});

	test('that is lost on the way can be sent again', async () => {
		await open({ actions: ['offer'] }, 'Make an offer');
		fakeApi.answer(actInDeal, NO_CONNECTION);

		await amount.fill('300');
		await inDialog(DEAL_MESSAGES.sendOffer).click();

		await expect.element(dialog.getByText(ITEM_MESSAGES.noConnection)).toBeVisible();
		await expect.element(amount).toHaveValue('300');
	});

	test('for an item that was reserved meanwhile closes the form and shows what is possible now', async () => {
		const { current } = await open({ actions: ['offer'] }, 'Make an offer');
		const queue = { place: null, length: 0, turnUntil: null };
		fakeApi.answer(actInDeal, () =>
			refuse(409, DEAL_ERRORS.reservedForOther, {
				deal: { ...current(), queue, actions: ['join-queue'] },
			}),
		);

		await amount.fill('300');
		await inDialog(DEAL_MESSAGES.sendOffer).click();

		await expect.element(page.getByText(DEAL_ERRORS.reservedForOther.message)).toBeVisible();
		await expect.element(dialog).not.toBeInTheDocument();
		await expect.element(dealButton('Join the queue')).toBeVisible();
	});
});

test('a counter-offer is above the offer and at most the price', async () => {
	await open({ role: 'seller', offer: shownOffer(), actions: ['counter-offer'] }, 'Counter');
	const counter = dialog.getByRole('textbox', { name: DEAL_MESSAGES.counterLabel });
	await counter.fill('360');
	await inDialog(DEAL_MESSAGES.sendCounter).click();
	const { message } = DEAL_INPUT_ERRORS.amountRange(361, 450);
	await expect.element(counter).toHaveAccessibleDescription(expect.stringContaining(message));

	await counter.fill('400');
	await inDialog(DEAL_MESSAGES.sendCounter).click();

	await expect.element(page.getByText(DEAL_DONE['counter-offer'])).toBeVisible();
	expect(sentSteps()).toEqual([{ action: 'counter-offer', body: { amount: 400 } }]);
});

test('a seller reserves for a time of their choice, at the price or at what was accepted', async () => {
	const fake = fakeDeal({ role: 'seller', actions: ['reserve'] });
	const event = shownEvent('offer-accepted', { amount: 360, offerId: 8 });
	fake.addStep(STUDENT.id, 'Accepted ₹360.', event);
	await renderPage(fake.path, { as: STUDENT, width: 390 });
	await expect.element(page.getByText('You accepted ₹360.')).toBeVisible();
	await dealButton('Reserve').click();
	const choice = dialog.getByRole('combobox', { name: DEAL_MESSAGES.amountChoice });
	await expect.element(choice).toHaveTextContent('₹450, the price₹360, accepted between you');
	await expect.element(dialog.getByRole('radio', { name: '48 hours' })).toBeChecked();
	await expectAccessible();

	await dialog.getByText('120 hours').click();
	await choice.selectOptions('360');
	await inDialog('Reserve').click();

	await expect.element(page.getByText(DEAL_DONE.reserve)).toBeVisible();
	const body = { hours: 120, amount: 360, clientId: expect.any(String) };
	expect(sentSteps()).toEqual([{ action: 'reserve', body }]);
});

test('a reservation is released with a word why, or without', async () => {
	await open({ reservation: shownReservation(), actions: ['release'] }, 'Release');
	const reason = dialog.getByRole('textbox', { name: DEAL_MESSAGES.reasonLabel });
	await reason.fill('a'.repeat(201));
	await inDialog('Release').click();
	const { message } = DEAL_INPUT_ERRORS.reason;
	await expect.element(reason).toHaveAccessibleDescription(expect.stringContaining(message));

	await reason.fill(' I found one. ');
	await inDialog('Release').click();

	await expect.element(page.getByText(DEAL_DONE.release)).toBeVisible();
	expect(sentSteps()).toEqual([{ action: 'release', body: { reason: 'I found one.' } }]);
});

describe('a hand-over', () => {
	const reserved = { reservation: shownReservation(), actions: ['propose-handover' as const] };
	const slot = (number: number) =>
		dialog.getByLabelText(DEAL_MESSAGES.slotLabel(number), { exact: true });
	/** A moment at noon by the college's clock, some days from now. */
	const noonIn = (days: number) => `${toCampusInput(inHours(24 * days)).slice(0, 10)}T12:00`;

	async function openProposal() {
		fakeApi.answer(getCatalogue, { ...shownCatalogue(), spots: SPOTS });
		await open(reserved, 'Propose a hand-over');
	}

	test('is proposed at a place of the college with one to three times', async () => {
		await openProposal();
		const place = dialog.getByRole('combobox', { name: DEAL_MESSAGES.spotLabel });
		await expect
			.element(place)
			.toHaveAccessibleDescription('By the notice board. Open 08:00 to 21:00.');
		await expectAccessible();

		await slot(1).fill(noonIn(2));
		await inDialog(DEAL_MESSAGES.addSlot).click();
		await slot(2).fill(noonIn(3));
		await inDialog(DEAL_MESSAGES.propose).click();

		await expect.element(page.getByText(DEAL_DONE['propose-handover'])).toBeVisible();
		const [step] = sentSteps();
		const slots = [noonIn(2), noonIn(3)].map(fromCampusInput);
		expect(step?.body).toEqual({ spotId: 3, slots });
	});

	test.each([
		['no time', [''], DEAL_INPUT_ERRORS.slots],
		['a time that has passed', [noonIn(-1)], DEAL_INPUT_ERRORS.slotPast],
		['a time too far ahead', [noonIn(15)], DEAL_INPUT_ERRORS.slotTooFar],
		['a time between five minutes', [`${noonIn(2).slice(0, 13)}:03`], DEAL_INPUT_ERRORS.slotStep],
		[
			'a time at which the place is closed',
			[`${noonIn(2).slice(0, 11)}21:00`],
			DEAL_INPUT_ERRORS.slotHours('Library steps', '08:00', '21:00'),
		],
		['the same time twice', [noonIn(2), noonIn(2)], DEAL_INPUT_ERRORS.slotTwice],
	])('with %s is refused at the field', async (_, times, { message }) => {
		await openProposal();
		await slot(1).fill(times[0] ?? '');
		if (times.length > 1) {
			await inDialog(DEAL_MESSAGES.addSlot).click();
			await slot(2).fill(times[1] ?? '');
		}

		await inDialog(DEAL_MESSAGES.propose).click();

		await expect
			.element(slot(times.length))
			.toHaveAccessibleDescription(expect.stringContaining(message));
		expect(sentSteps()).toEqual([]);
	});

	test('at a place that is open over midnight can be after midnight', async () => {
		await openProposal();
		await dialog.getByRole('combobox', { name: DEAL_MESSAGES.spotLabel }).selectOptions('4');
		await slot(1).fill(`${noonIn(2).slice(0, 11)}01:55`);

		await inDialog(DEAL_MESSAGES.propose).click();

		await expect.element(page.getByText(DEAL_DONE['propose-handover'])).toBeVisible();
	});

	test('in a college without places says so', async () => {
		fakeApi.answer(getCatalogue, { ...shownCatalogue(), spots: [] });
		await open(reserved, 'Propose a hand-over');

		await expect.element(dialog.getByText(DEAL_MESSAGES.noSpots)).toBeVisible();
	});

	test('is agreed by taking one of the times, or leads on to a proposal of one’s own', async () => {
		fakeApi.answer(getCatalogue, { ...shownCatalogue(), spots: SPOTS });
		const handover = shownHandover();
		await open(
			{
				reservation: shownReservation(),
				handover,
				actions: ['propose-handover', 'accept-handover'],
			},
			'Choose a time',
		);
		await inDialog(DEAL_MESSAGES.chooseFirst).click();
		await expect.element(dialog.getByText(DEAL_INPUT_ERRORS.slot.message)).toBeVisible();
		await inDialog(DEAL_MESSAGES.otherTime).click();
		await expect.element(slot(1)).toBeVisible();
		await inDialog(DEAL_MESSAGES.cancel).click();
		await dealButton('Choose a time').click();

		const [, second = ''] = handover.slots;
		await dialog.getByText(formatDealTime(second)).click();
		await inDialog(DEAL_MESSAGES.takeSlot(formatDealTime(second))).click();

		await expect.element(page.getByText(DEAL_DONE['accept-handover'])).toBeVisible();
		const body = { handoverId: handover.id, slot: second };
		expect(sentSteps()).toEqual([{ action: 'accept-handover', body }]);
	});
});

describe('what cannot be taken back is asked before', () => {
	const agreed = {
		reservation: shownReservation(),
		handover: shownHandover({ agreedSlot: inHours(-0.5) }),
	};

	test.each([
		['cancel-handover', 'Call off', DEAL_QUESTIONS['cancel-handover'], agreed],
		['handover-missed', 'They did not come', DEAL_QUESTIONS['handover-missed'], agreed],
		['deny-sale', 'No', DEAL_QUESTIONS['deny-sale'], { sale: shownSale() }],
		['handover-done', 'Done', SELLER_DONE_QUESTION, { ...agreed, role: 'seller' }],
		[
			'pass-turn',
			'Pass',
			DEAL_QUESTIONS['pass-turn'],
			{ queue: { place: 1, length: 1, turnUntil: inHours(5) } },
		],
	] as const)('%s', async (action, label, asked, deal) => {
		await open({ ...deal, actions: [action] }, label);
		await expect.element(question).toHaveAccessibleDescription(asked.question('Meera'));
		await question.getByRole('button', { name: 'Cancel' }).click();
		expect(sentSteps()).toEqual([]);
		await dealButton(label).click();

		await question.getByRole('button', { name: asked.confirm, exact: true }).click();

		await expect.element(page.getByText(DEAL_DONE[action])).toBeVisible();
		expect(sentSteps().map((step) => step.action)).toEqual([action]);
		await expect.element(question).not.toBeInTheDocument();
	});
});

describe('a review', () => {
	const done = {
		sale: shownSale({ completedAt: inHours(-1), confirmed: 'yes' }),
		review: shownReview(),
	};

	test('has stars, up to three tags and words, and can be written with the keyboard', async () => {
		await open({ ...done, actions: ['review'] }, 'Write a review');
		await expectAccessible();
		(dialog.getByRole('radio', { name: '1 star' }).element() as HTMLElement).focus();
		await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
		await expect.element(dialog.getByRole('radio', { name: '4 stars' })).toBeChecked();

		for (const tag of ['As described', 'On time', 'Friendly'])
			await dialog.getByText(tag, { exact: true }).click();
		await expect.element(dialog.getByRole('checkbox', { name: 'Fair price' })).toBeDisabled();
		await dialog.getByRole('textbox').fill('Works like new.');
		await inDialog(DEAL_MESSAGES.sendReview).click();

		await expect.element(page.getByText(DEAL_DONE.review)).toBeVisible();
		const tags = ['as-described', 'on-time', 'friendly'];
		const body = { stars: 4, tags, text: 'Works like new.' };
		expect(sentSteps()).toEqual([{ action: 'review', body }]);
	});

	test('without stars, or with too many words, is refused at the field', async () => {
		await open({ ...done, actions: ['review'] }, 'Write a review');
		await dialog.getByRole('textbox').fill('a'.repeat(501));

		await inDialog(DEAL_MESSAGES.sendReview).click();

		const { stars, reviewText } = DEAL_INPUT_ERRORS;
		await expect.element(dialog.getByText(stars.message)).toBeVisible();
		await expect.element(dialog.getByText(reviewText.message)).toBeVisible();
		expect(sentSteps()).toEqual([]);
	});

	test('is answered below its words', async () => {
		const theirs = {
			...{ stars: 2, tags: ['late-or-absent' as const], text: 'Came an hour late.' },
			...{ answer: null, createdAt: inHours(-1) },
		};
		const review = shownReview({ theirs });
		await open({ ...done, review, actions: ['reply-review'] }, 'Answer the review');
		await expect.element(dialog.getByText('Came an hour late.')).toBeVisible();
		await expect.element(dialog.getByText('2 of 5 stars')).toBeInTheDocument();
		await inDialog(DEAL_MESSAGES.sendAnswer).click();
		await expect.element(dialog.getByText(DEAL_INPUT_ERRORS.answerText.message)).toBeVisible();

		await dialog.getByRole('textbox').fill('My class was moved.');
		await inDialog(DEAL_MESSAGES.sendAnswer).click();

		await expect.element(page.getByText(DEAL_DONE['reply-review'])).toBeVisible();
		expect(sentSteps()).toEqual([
			{ action: 'reply-review', body: { text: 'My class was moved.' } },
		]);
	});
});
