import { test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { getFeedbackAnalytics, listAdminFeedback } from '#contract/admin/feedback.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { REQUEST_ID_HEADER } from '#contract/core/headers.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

test('when a back-office list fails to load, the page shows the request id for the server’s log', async () => {
	vi.useFakeTimers();
	const answer = refuse(503, REQUEST_ERRORS.failed);
	answer.headers.set(REQUEST_ID_HEADER, '8f14e45f-ceea');
	fakeApi.answer(listAdminFeedback, answer);
	fakeApi.answer(getFeedbackAnalytics, answer);

	await renderAdminPage(ADMIN_PAGES.feedback, { as: ADMIN });

	await skipUntil(page.getByText('Reference: 8f14e45f-ceea').first());
});
