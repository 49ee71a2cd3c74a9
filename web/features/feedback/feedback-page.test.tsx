import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { PAGES } from '#contract/core/pages.ts';
import { getPublicFeedback, submitFeedback } from '#contract/feedback/endpoints.ts';
import { FEEDBACK_ERRORS } from '#contract/feedback/errors.ts';
import { FEEDBACK_LIMITS, FEEDBACK_MESSAGES, RATING_LABELS } from '#contract/feedback/facts.ts';
import { SAMPLE_TESTIMONIALS } from '#contract/feedback/testimonials.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import {
	draftNote,
	formDraftKeys,
	logInAgain,
	OTHER_STUDENT,
	startOver,
} from '#tests/support/form-drafts.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

const name = page.getByLabelText('Name');
const email = page.getByLabelText('Email');
const feedbackText = page.getByLabelText('Your feedback');
const category = page.getByLabelText('Category');
const submit = page.getByRole('button', { name: 'Submit Feedback' });
const thanks = page.getByRole('heading', { name: FEEDBACK_MESSAGES.thanks });
const testimonials = page.getByRole('region', { name: FEEDBACK_MESSAGES.testimonials });
const alert = page.getByRole('main').getByRole('alert');

const star = (stars: keyof typeof RATING_LABELS) =>
	page.getByRole('radio', { name: new RegExp(`^${stars} stars?: ${RATING_LABELS[stars]}$`) });

/** Clicks the label of a star, as a finger does. */
async function rate(stars: keyof typeof RATING_LABELS): Promise<void> {
	await userEvent.click(star(stars).element().closest('label') as Element);
}

async function fill(text = 'Quick and friendly.'): Promise<void> {
	await name.fill('Asha');
	await email.fill('asha@campus.example');
	await feedbackText.fill(text);
	await rate(5);
}

beforeEach(() => {
	fakeApi.answer(getPublicFeedback, { success: true, feedbacks: [] });
	fakeApi.answer(submitFeedback, { success: true, message: FEEDBACK_MESSAGES.submitted });
});

test('after feedback is sent, thanks are shown for five seconds, then an empty form and reloaded testimonials', async () => {
	vi.useFakeTimers();
	await renderPage(PAGES.feedback);
	await fill();
	await userEvent.selectOptions(category, 'suggestion');

	await submit.click();

	await expect.element(thanks).toHaveFocus();
	await expect.element(submit).not.toBeInTheDocument();
	expect(fakeApi.requests(submitFeedback).map(({ body }) => body)).toEqual([
		{
			name: 'Asha',
			email: 'asha@campus.example',
			rating: 5,
			category: 'suggestion',
			feedback: 'Quick and friendly.',
		},
	]);
	const loads = fakeApi.requests(getPublicFeedback).length;
	await vi.advanceTimersByTimeAsync(FEEDBACK_LIMITS.thankYouMs);
	await expect.element(thanks).not.toBeInTheDocument();
	await expect.poll(() => fakeApi.requests(getPublicFeedback).length).toBe(loads + 1);
	await expect.element(name).toHaveValue('');
	await expect.element(feedbackText).toHaveValue('');
	await expect.element(category).toHaveValue('general');
	await expect.element(page.getByLabelText('Write to us')).toHaveFocus();
});

test('missing values in the feedback form are reported, and the first incomplete field gets the focus', async () => {
	await renderPage(PAGES.feedback);

	await submit.click();
	await expect.element(alert.getByText(FEEDBACK_ERRORS.required.message)).toBeVisible();
	await expect.element(name).toHaveFocus();
	// The full sentence appears once; every other incomplete field has a short message.
	expect(alert.getByText(FEEDBACK_ERRORS.fieldRequired.message).elements()).toHaveLength(3);
	await expectAccessible();
	await name.fill('Asha');
	await email.fill('asha@campus.example');
	await rate(4);
	await submit.click();
	await expect.element(feedbackText).toHaveFocus();

	await feedbackText.fill('Good.');
	await email.fill('asha');
	await submit.click();
	await expect.element(alert.getByText(PERSON_ERRORS.email.message)).toBeVisible();
	await expect.element(email).toHaveFocus();
	expect(fakeApi.requests(submitFeedback)).toEqual([]);
});

test('when feedback cannot be sent, the form shows the server’s reason or its own, and keeps the text, but not on the device of a visitor', async () => {
	await renderPage(PAGES.feedback);
	await fill();
	const notToday = { code: 'feedback/not-today', message: 'Not today.' };

	fakeApi.answer(submitFeedback, refuse(400, notToday));
	await submit.click();
	await expect.element(alert.getByText(notToday.message)).toBeVisible();
	fakeApi.answer(submitFeedback, new Response('{}', { status: 400 }));
	await submit.click();
	await expect.element(alert.getByText(FEEDBACK_MESSAGES.failed)).toBeVisible();
	fakeApi.answer(submitFeedback, NO_CONNECTION);
	await submit.click();
	await expect.element(alert.getByText(FEEDBACK_MESSAGES.noConnection)).toBeVisible();

	await expect.element(feedbackText).toHaveValue('Quick and friendly.');
	// Nobody is signed in, so nothing is stored on the device.
	expect(await formDraftKeys()).toEqual([]);
});

test('when testimonials cannot be loaded, the feedback page shows three built-in samples', async () => {
	vi.useFakeTimers();
	fakeApi.answer(getPublicFeedback, new Response('{}', { status: 500 }));

	await renderPage(PAGES.feedback);

	for (const sample of SAMPLE_TESTIMONIALS) {
		await skipUntil(testimonials.getByText(sample.feedback));
		await expect.element(testimonials.getByText(sample.name)).toBeVisible();
	}
	expect(testimonials.getByRole('listitem').elements()).toHaveLength(3);
});

test('a signed-in user’s feedback draft is restored after a new login, and deleted once the feedback is sent', async () => {
	await renderPage(PAGES.feedback, { as: STUDENT });
	await feedbackText.fill('Quick and friendly.');
	await rate(4);
	await userEvent.selectOptions(category, 'suggestion');
	await expect.poll(formDraftKeys).toHaveLength(1);

	await logInAgain(PAGES.feedback);

	await expect.element(draftNote).toBeVisible();
	await expect.element(feedbackText).toHaveValue('Quick and friendly.');
	await expect.element(page.getByText('19/500')).toBeVisible();
	await expect.element(star(4)).toBeChecked();
	await expect.element(page.getByText(RATING_LABELS[4], { exact: true })).toBeVisible();
	await expect.element(category).toHaveValue('suggestion');
	await expect.element(name).toHaveValue(STUDENT.userName);
	await submit.click();
	await expect.element(thanks).toBeVisible();
	await expect.poll(formDraftKeys).toEqual([]);
});

test('the form has the user’s name and address, and may be without; its draft is never shown to another user, and “Start over” discards it', async () => {
	await renderPage(PAGES.feedback, { as: STUDENT });
	await expect.element(email).toHaveValue(STUDENT.email ?? '');
	await expect.element(name).toHaveValue(STUDENT.userName);
	await name.fill('');
	await expect.element(name).toHaveValue('');
	await feedbackText.fill('Quick and friendly.');
	await expect.poll(formDraftKeys).toHaveLength(1);
	await logInAgain(PAGES.feedback, OTHER_STUDENT);
	await expect.poll(formDraftKeys).toEqual([]);
	await expect.element(feedbackText).toHaveValue('');

	await feedbackText.fill('Slow.');
	await expect.poll(formDraftKeys).toHaveLength(1);
	await logInAgain(PAGES.feedback, OTHER_STUDENT);
	await startOver();

	await expect.element(feedbackText).toHaveValue('');
	await expect.element(draftNote).not.toBeInTheDocument();
	await expect.element(page.getByText('0/500')).toBeVisible();
	await expect.poll(formDraftKeys).toEqual([]);
});
