import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getPublicFeedback, submitFeedback } from '#contract/feedback/endpoints.ts';
import { getMaintenance } from '#contract/maintenance/endpoints.ts';
import {
	MAINTENANCE_DEFAULTS,
	MAINTENANCE_LIMITS,
	MAINTENANCE_MESSAGES,
} from '#contract/maintenance/facts.ts';
import { fakeApi, NO_CONNECTION } from '#tests/support/fake-api.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { CLOSED_REPLY, SITE_IS_CLOSED, SITE_IS_OPEN } from '#tests/support/maintenance-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';

const maintenanceHeading = page.getByRole('heading', {
	name: MAINTENANCE_MESSAGES.title,
	level: 1,
});
const status = page.getByRole('status');
const reason = status.getByText(SITE_IS_CLOSED.message);
const downtime = (text: string) => status.getByText(`Estimated downtime: ${text}`);
const name = page.getByLabelText('Name');
const feedbackText = page.getByLabelText('Your feedback');
const checks = () => fakeApi.requests(getMaintenance).length;

/** Opens the feedback form with a draft on it. */
async function openFeedback(options?: Parameters<typeof renderPage>[1]): Promise<void> {
	await renderPage('/feedback', options);
	await name.fill('Asha');
	await page.getByLabelText('Email').fill('asha@campus.example');
	await feedbackText.fill('Good so far.');
}

async function submit(): Promise<void> {
	await userEvent.click(
		page
			.getByRole('radio', { name: /^4 stars/ })
			.element()
			.closest('label') as Element,
	);
	await page.getByRole('button', { name: 'Submit Feedback' }).click();
}

async function expectDraft(): Promise<void> {
	await expect.element(maintenanceHeading).not.toBeInTheDocument();
	expect(window.location.pathname).toBe('/feedback');
	await expect.element(name).toHaveValue('Asha');
	await expect.element(feedbackText).toHaveValue('Good so far.');
}

beforeEach(() => {
	vi.useFakeTimers();
	fakeApi.answer(getPublicFeedback, { success: true, feedbacks: [] });
});

test('a request refused for maintenance shows the maintenance page until the market opens, and the form keeps its values', async () => {
	await openFeedback();
	fakeApi.answer(getMaintenance, SITE_IS_CLOSED);
	fakeApi.answer(submitFeedback, Response.json(CLOSED_REPLY, { status: 503 }));

	await submit();

	await expect.element(maintenanceHeading).toHaveFocus();
	await expect.element(reason).toBeVisible();
	await expect.element(downtime('Until 6 PM')).toBeVisible();
	expect(window.location.pathname).toBe('/maintenance');
	expect(document.title).toContain(MAINTENANCE_MESSAGES.title);
	await userEvent.keyboard('{Escape}{Escape}');
	await expect.element(maintenanceHeading).toBeVisible();
	// No check at once: another server instance may not know of the maintenance yet.
	expect(checks()).toBe(0);
	await vi.advanceTimersByTimeAsync(MAINTENANCE_LIMITS.reopenPollMs);
	expect(checks()).toBe(1);
	await expect.element(maintenanceHeading).toBeVisible();

	fakeApi.answer(getMaintenance, SITE_IS_OPEN);
	await vi.advanceTimersByTimeAsync(MAINTENANCE_LIMITS.reopenPollMs);

	await expectDraft();
});

test('a visitor’s open page changes to the maintenance page within a minute, and the form keeps its values', async () => {
	await openFeedback();
	fakeApi.answer(getMaintenance, SITE_IS_CLOSED);

	await vi.advanceTimersByTimeAsync(60_000);

	await expect.element(maintenanceHeading).toBeVisible();
	await expect.element(reason).toBeVisible();
	fakeApi.answer(getMaintenance, SITE_IS_OPEN);
	await vi.advanceTimersByTimeAsync(MAINTENANCE_LIMITS.reopenPollMs);
	await expectDraft();
});

test('the maintenance page shows a default text if none was set or it fails to load, and leads home once the market is open', async () => {
	fakeListing();
	fakeApi.answer(getMaintenance, NO_CONNECTION);
	await renderPage('/maintenance');
	const pollOnce = () => vi.advanceTimersByTimeAsync(MAINTENANCE_LIMITS.reopenPollMs);
	const withoutTexts = { ...SITE_IS_CLOSED, message: '', estimatedDowntime: '' };

	for (const answer of [NO_CONNECTION, withoutTexts]) {
		fakeApi.answer(getMaintenance, answer);
		await pollOnce();
		await expect.element(maintenanceHeading).toBeVisible();
		await expect.element(status.getByText(MAINTENANCE_DEFAULTS.message)).toBeVisible();
		await expect.element(downtime(MAINTENANCE_DEFAULTS.estimatedDowntime)).toBeVisible();
	}
	fakeApi.answer(getMaintenance, SITE_IS_OPEN);
	await pollOnce();

	await expect.poll(() => window.location.pathname).toBe('/');
});
