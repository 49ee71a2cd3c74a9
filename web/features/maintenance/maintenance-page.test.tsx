import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { getPublicFeedback, submitFeedback } from '#contract/feedback/endpoints.ts';
import { getMaintenance } from '#contract/maintenance/endpoints.ts';
import {
	MAINTENANCE_DEFAULTS,
	MAINTENANCE_LIMITS,
	MAINTENANCE_MESSAGES,
} from '#contract/maintenance/facts.ts';
import { getNotificationSummary } from '#contract/notifications/endpoints.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi, NO_CONNECTION } from '#tests/support/fake-api.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { CLOSED_REPLY, SITE_IS_CLOSED, SITE_IS_OPEN } from '#tests/support/maintenance-replies.ts';
import { renderApp, renderPage } from '#tests/support/render-page.tsx';

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

test('when the market closes, an open page of a signed-in user shows the maintenance page at once', async () => {
	fakeApi.answer(getNotificationSummary, NO_CONNECTION);
	fakeListing();
	await renderApp('/rules', { as: STUDENT });

	await fakeRealtime.emit(REALTIME_EVENTS.marketClosed, CLOSED_REPLY);

	await expect.element(maintenanceHeading).toBeVisible();
	expect(window.location.pathname).toBe('/maintenance');
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

describe('the maintenance page opened by its URL', () => {
	test('the maintenance page redirects to the home page when there is no maintenance', async () => {
		fakeListing();
		await renderPage('/maintenance');

		await expect.poll(() => window.location.pathname).toBe('/');
	});

	test.each([
		{ when: 'no other text was set', isLoaded: true },
		{ when: 'the information fails to load', isLoaded: false },
	])(
		'the maintenance page shows the default text when $when, and leads home once the market is open',
		async ({ isLoaded }) => {
			fakeListing();
			const withoutTexts = { ...SITE_IS_CLOSED, message: '', estimatedDowntime: '' };
			fakeApi.answer(getMaintenance, isLoaded ? withoutTexts : NO_CONNECTION);
			await renderPage('/maintenance');
			await expect.element(maintenanceHeading).toBeVisible();
			await expect.element(status.getByText(MAINTENANCE_DEFAULTS.message)).toBeVisible();
			await expect.element(downtime(MAINTENANCE_DEFAULTS.estimatedDowntime)).toBeVisible();

			fakeApi.answer(getMaintenance, SITE_IS_OPEN);
			await vi.advanceTimersByTimeAsync(MAINTENANCE_LIMITS.reopenPollMs);

			await expect.poll(() => window.location.pathname).toBe('/');
		},
	);
});
