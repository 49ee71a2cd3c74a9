import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_ACTION_REPLIES } from '#contract/deals/labels.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { dealDialog, dialogButton, openForm } from '#tests/support/deal-form.ts';
import { inHours, sampleReview, sampleSale } from '#tests/support/deal-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { dealButton, sentSteps } from '#tests/support/fake-deal.ts';
import { draftNote, formDraftKeys, logInAgain } from '#tests/support/form-drafts.ts';

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

	test('the form for an answer shows the review, refuses an empty answer and sends the text', async () => {
		const theirs = {
			stars: 2,
			tags: ['late-or-absent' as const],
			text: 'Came an hour late.',
			answer: null,
			createdAt: inHours(-1),
		};
		const review = sampleReview({ theirs });
		await openForm({ ...completedDeal, review, actions: ['reply-review'] }, 'Answer the review');
		await expect.element(dealDialog.getByText('Came an hour late.')).toBeVisible();
		await expect.element(dealDialog.getByRole('img', { name: '2 of 5 stars' })).toBeInTheDocument();
		await dialogButton(DEAL_MESSAGES.sendAnswer).click();
		await expect.element(dealDialog.getByText(DEAL_INPUT_ERRORS.answerText.message)).toBeVisible();

		await dealDialog.getByRole('textbox').fill('My class was moved.');
		await dialogButton(DEAL_MESSAGES.sendAnswer).click();

		await expect.element(page.getByText(DEAL_ACTION_REPLIES['reply-review'])).toBeVisible();
		expect(sentSteps()).toEqual([
			{ action: 'reply-review', body: { text: 'My class was moved.' } },
		]);
	});

	test('the answer to a review is kept over a new login, and deleted by “Cancel”', async () => {
		const deal = { ...completedDeal, actions: ['reply-review' as const] };
		const { path } = await openForm(deal, 'Answer the review');
		await dealDialog.getByRole('textbox').fill('My class was moved.');
		await expect.poll(formDraftKeys).toHaveLength(1);

		await logInAgain(path);
		await dealButton('Answer the review').click();
		await expect.element(draftNote).toBeVisible();
		await expect.element(dealDialog.getByRole('textbox')).toHaveValue('My class was moved.');
		await dialogButton('Cancel').click();

		await expect.poll(formDraftKeys).toEqual([]);
	});
});
