import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_DONE } from '#contract/deals/labels.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { dealDialog, inDialog, openForm } from '#tests/support/deal-form.ts';
import { inHours, shownReview, shownSale } from '#tests/support/deal-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { sentSteps } from '#tests/support/fake-deal.ts';

describe('a review', () => {
	const done = {
		sale: shownSale({ completedAt: inHours(-1), confirmed: 'yes' }),
		review: shownReview(),
	};

	test('has stars, up to three tags and words, and can be written with the keyboard', async () => {
		await openForm({ ...done, actions: ['review'] }, 'Write a review');
		await expectAccessible();
		(dealDialog.getByRole('radio', { name: '1 star' }).element() as HTMLElement).focus();
		await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
		await expect.element(dealDialog.getByRole('radio', { name: '4 stars' })).toBeChecked();

		for (const tag of ['As described', 'On time', 'Friendly'])
			await dealDialog.getByText(tag, { exact: true }).click();
		await expect.element(dealDialog.getByRole('checkbox', { name: 'Fair price' })).toBeDisabled();
		await dealDialog.getByRole('textbox').fill('Works like new.');
		await inDialog(DEAL_MESSAGES.sendReview).click();

		await expect.element(page.getByText(DEAL_DONE.review)).toBeVisible();
		const tags = ['as-described', 'on-time', 'friendly'];
		const body = { stars: 4, tags, text: 'Works like new.' };
		expect(sentSteps()).toEqual([{ action: 'review', body }]);
	});

	test('without stars, or with too many words, is refused at the field', async () => {
		await openForm({ ...done, actions: ['review'] }, 'Write a review');
		await dealDialog.getByRole('textbox').fill('a'.repeat(501));

		await inDialog(DEAL_MESSAGES.sendReview).click();

		const { stars, reviewText } = DEAL_INPUT_ERRORS;
		await expect.element(dealDialog.getByText(stars.message)).toBeVisible();
		await expect.element(dealDialog.getByText(reviewText.message)).toBeVisible();
		expect(sentSteps()).toEqual([]);
	});

	test('is answered below its words', async () => {
		const theirs = {
			stars: 2,
			tags: ['late-or-absent' as const],
			text: 'Came an hour late.',
			answer: null,
			createdAt: inHours(-1),
		};
		const review = shownReview({ theirs });
		await openForm({ ...done, review, actions: ['reply-review'] }, 'Answer the review');
		await expect.element(dealDialog.getByText('Came an hour late.')).toBeVisible();
		await expect.element(dealDialog.getByRole('img', { name: '2 of 5 stars' })).toBeInTheDocument();
		await inDialog(DEAL_MESSAGES.sendAnswer).click();
		await expect.element(dealDialog.getByText(DEAL_INPUT_ERRORS.answerText.message)).toBeVisible();

		await dealDialog.getByRole('textbox').fill('My class was moved.');
		await inDialog(DEAL_MESSAGES.sendAnswer).click();

		await expect.element(page.getByText(DEAL_DONE['reply-review'])).toBeVisible();
		expect(sentSteps()).toEqual([
			{ action: 'reply-review', body: { text: 'My class was moved.' } },
		]);
	});
});
