import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { getPublicFeedback } from '#contract/feedback/endpoints.ts';
import { getNotificationSummary } from '#contract/notifications/endpoints.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { notificationSummary } from '#tests/support/notification-replies.ts';
import { renderApp, renderComponent } from '#tests/support/render-page.tsx';
import { BottomBar } from './bottom-bar.tsx';

const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');

test('on a phone, the bottom bar links to the main pages and shows a live count of unread chats', async () => {
	fakeApi.answer(getNotificationSummary, notificationSummary({ chats: 2 }));
	await renderApp('/about', { as: STUDENT, width: 360 });
	await expect.element(links.getByText('2 unread')).toBeVisible();
	const texts = links.elements().map((link) => link.textContent);
	expect(texts).toEqual(['Home', 'Browse', 'Sell', 'Chats2 unread', 'Me']);
	// The page requests the count again once the realtime connection is open.
	const requestCount = () => fakeApi.requests(getNotificationSummary).length;
	await expect.poll(requestCount).toBeGreaterThanOrEqual(2);
	const countBefore = requestCount();

	fakeApi.answer(getNotificationSummary, notificationSummary({ chats: 1 }));
	await fakeRealtime.emit(REALTIME_EVENTS.notificationsChanged, {});

	await expect.element(links.getByText('1 unread')).toBeVisible();
	expect(requestCount()).toBe(countBefore + 1);
});

test('for a visitor, links of the bottom bar that need a session lead to the login', async () => {
	await renderComponent(<BottomBar />, { width: 360 });

	const targets = links.elements().map((link) => link.getAttribute('href'));

	expect(targets).toEqual([
		'/',
		'/category/All',
		'/login?next=%2Fpost',
		'/login?next=%2Fchats',
		'/login?next=%2Fprofile',
	]);
});

test('the bottom bar covers no button of a form: it is missing where the page is a form, and while a field has the focus', async () => {
	await renderApp('/login', { width: 360 });
	await expect.element(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
	expect(links.elements()).toEqual([]);

	await cleanup();
	fakeApi.answer(getPublicFeedback, { success: true, feedbacks: [] });
	await renderApp('/feedback', { width: 360 });
	await expect.element(links.first()).toBeVisible();
	await page.getByLabelText('Name').click();
	await expect.element(links.first()).not.toBeInTheDocument();
});
