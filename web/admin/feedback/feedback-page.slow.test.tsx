import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ADMIN_FEEDBACK_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_EVENTS } from '#contract/admin/events.ts';
import {
	ADMIN_FEEDBACK_MESSAGES,
	approveFeedback,
	bulkApproveFeedback,
	deleteFeedback,
	rejectFeedback,
	toggleFeatured,
} from '#contract/admin/feedback.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import {
	alert,
	answerQuestion,
	button,
	panelOf,
	press,
	pressInMenu,
	question,
	rowOf,
	text,
} from '#tests/support/admin-locators.ts';
import { adminFeedback, fakeAdminFeedback } from '#tests/support/fake-admin-feedback.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

const openFeedback = (query = '', width = 1440) =>
	renderAdminPage(`${ADMIN_PAGES.feedback}${query}`, { as: ADMIN, width });

async function approveAll(): Promise<void> {
	await page.getByLabelText('Select all pending feedback').click();
	await button('Approve selected').click();
	await answerQuestion('Approve selected');
}

describe('Feedback in the back-office', () => {
	test('an administrator approves feedback with a letter key and then features it; Undo reverses the last action', async () => {
		vi.useFakeTimers();
		fakeAdminFeedback(adminFeedback('Asha'));
		await openFeedback();
		await expect.element(rowOf('Asha').getByText('4 of 5, Very Good!')).toBeVisible();

		await press('j', 'a');
		await skipUntil(text(ADMIN_FEEDBACK_MESSAGES.approved));
		await button('Feature feedback from Asha').click();
		await expect.element(text(ADMIN_FEEDBACK_MESSAGES.featured)).toBeVisible();
		await expect.element(text('Featured', rowOf('Asha'))).toBeVisible();
		await button('Undo').click();

		await expect.element(text('Undone.')).toBeVisible();
		await expect.element(button('Feature feedback from Asha')).toBeVisible();
	});

	test('when a colleague has featured the feedback first, the page shows an error and the featured state', async () => {
		const farah = adminFeedback('Farah', { status: 'approved' });
		const stored = fakeAdminFeedback(farah);
		fakeApi.answer(toggleFeatured, () => {
			stored.change(farah.id, { isFeatured: true });
			return refuse(409, ADMIN_FEEDBACK_ERRORS.alreadyFeatured);
		});
		await openFeedback();

		await button('Feature feedback from Farah').click();

		const refusal = alert.getByText(ADMIN_FEEDBACK_ERRORS.alreadyFeatured.message);
		await expect.element(refusal).toBeVisible();
		await expect.element(text('Featured', rowOf('Farah'))).toBeVisible();
	});

	test('feedback rejected without a note gets the default note, and can be approved after all, un-approved and deleted', async () => {
		const bela = adminFeedback('Bela');
		const stored = fakeAdminFeedback(bela);
		await openFeedback();
		await button('View feedback from Bela').click();
		const panel = panelOf('Feedback from Bela');
		await button('Reject', panel).click();
		await button('Reject', panelOf('Reject feedback')).click();

		await expect.element(text(ADMIN_FEEDBACK_MESSAGES.rejected)).toBeVisible();
		await expect.element(text('Rejected', panel)).toBeVisible();
		await expect.element(text(ADMIN_FEEDBACK_MESSAGES.rejectedNote, panel)).toBeVisible();
		await button('Approve after all', panel).click();
		await expect.element(question.getByText('once it is featured')).toBeVisible();
		await answerQuestion('Approve after all');
		await button('Un-approve', panel).click();
		await button('Un-approve', panelOf('Un-approve feedback')).click();
		await expect.element(button('Approve after all', panel)).toBeVisible();
		expect(fakeApi.requests(rejectFeedback).map(({ body }) => body.afterAll)).toEqual([
			false,
			true,
		]);
		fakeApi.answer(deleteFeedback, ({ params: { id } }) => {
			stored.remove(id);
			return { success: true, message: ADMIN_FEEDBACK_MESSAGES.deleted };
		});
		await button('Delete', panel).click();
		await answerQuestion('Delete');
		await expect.element(rowOf('Bela')).not.toBeInTheDocument();
	});

	test('when a colleague has approved the feedback first, the rejection is refused and its note stays in the dialog', async () => {
		const gauri = adminFeedback('Gauri');
		const stored = fakeAdminFeedback(gauri);
		fakeApi.answer(rejectFeedback, refuse(409, ADMIN_FEEDBACK_ERRORS.notPending));
		await openFeedback('?status=pending');
		await pressInMenu('Reject', 'feedback from Gauri');
		const dialog = panelOf('Reject feedback');
		const note = dialog.getByLabelText('Note (optional)');
		await note.fill('Not about the market.');

		stored.change(gauri.id, { status: 'approved' });
		await fakeRealtime.emit(ADMIN_EVENTS.changed, { what: 'feedback' });
		await expect.element(rowOf('Gauri')).not.toBeInTheDocument();
		await button('Reject', dialog).click();

		const refusal = dialog.getByRole('alert').getByText(ADMIN_FEEDBACK_ERRORS.notPending.message);
		await expect.element(refusal).toBeVisible();
		await expect.element(note).toHaveValue('Not about the market.');
	});

	test('bulk approval selects only pending feedback, and the confirmation dialog states the number of entries', async () => {
		const names = ['Chitra', 'Divya'];
		const pending = names.map((name) => adminFeedback(name));
		fakeAdminFeedback(...pending, adminFeedback('Esha', { status: 'rejected' }));
		await openFeedback();

		await page.getByLabelText('Select all pending feedback').click();
		await expect.element(page.getByText('2 selected')).toBeVisible();
		await button('Approve selected').click();
		await expect.element(question.getByText('Approve 2 entries.')).toBeVisible();
		await answerQuestion('Approve selected');

		await expect.element(text(ADMIN_FEEDBACK_MESSAGES.bulkApproved(2))).toBeVisible();
		for (const name of names) await expect.element(rowOf(name).getByText('Approved')).toBeVisible();
		const [sent] = fakeApi.requests(bulkApproveFeedback);
		expect(sent?.body.feedbackIds).toEqual(pending.map(({ id }) => id));
	});

	test('a bulk approval replaces a single approval that can still be undone, so that feedback is approved only once', async () => {
		vi.useFakeTimers();
		fakeAdminFeedback(adminFeedback('Chitra'), adminFeedback('Divya'));
		await openFeedback();
		await button('Approve feedback from Chitra').click();
		await expect.element(button('Undo feedback from Chitra')).toBeVisible();

		await approveAll();
		await skipUntil(text(ADMIN_FEEDBACK_MESSAGES.bulkApproved(2)));
		await vi.advanceTimersByTimeAsync(10_500);

		expect(fakeApi.requests(approveFeedback)).toHaveLength(0);
		await expect.element(button('Undo')).not.toBeInTheDocument();
	});
});
