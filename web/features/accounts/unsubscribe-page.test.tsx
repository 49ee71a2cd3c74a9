import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { unsubscribe } from '#contract/notifications/endpoints.ts';
import { NOTIFICATION_ERRORS } from '#contract/notifications/errors.ts';
import { NOTIFICATION_KIND_LABELS, NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { renderPage } from '#tests/support/render-page.tsx';

const LINK = '/unsubscribe#token=warning-7-signed';
const expired = page.getByText(NOTIFICATION_ERRORS.linkExpired.message);

const pressUnsubscribe = () => page.getByRole('button', { name: 'Unsubscribe' }).click();

test('the unsubscribe link of a mail asks first, ends that kind of notification, and sends no second request when it is opened again', async () => {
	fakeApi.answer(unsubscribe, {
		success: true,
		message: NOTIFICATION_MESSAGES.unsubscribed,
		kind: 'warning',
	});
	await renderPage(LINK);
	await expect.element(page.getByText(NOTIFICATION_MESSAGES.unsubscribeQuestion)).toBeVisible();
	await expectAccessible();
	expect(fakeApi.requests(unsubscribe)).toHaveLength(0);

	await pressUnsubscribe();
	await expect.element(page.getByText(NOTIFICATION_MESSAGES.unsubscribed)).toBeVisible();
	await expect.element(page.getByText(NOTIFICATION_KIND_LABELS.warning)).toBeVisible();
	const settings = page.getByRole('link', { name: 'Notification settings' });
	const login = `/login?next=${encodeURIComponent('/account#notifications')}`;
	await expect.element(settings).toHaveAttribute('href', login);
	expect(window.location.hash).toBe('');
	expect(fakeApi.requests(unsubscribe)[0]?.params.token).toBe('warning-7-signed');

	await cleanup();
	await renderPage('/unsubscribe');
	await expect.element(expired).toBeVisible();
	await expect.element(settings).toBeVisible();
	expect(fakeApi.requests(unsubscribe)).toHaveLength(1);
});

test('an invalid unsubscribe link is reported as expired', async () => {
	fakeApi.answer(unsubscribe, refuse(400, NOTIFICATION_ERRORS.linkExpired));
	await renderPage(LINK);
	await pressUnsubscribe();

	await expect.element(expired).toBeVisible();
	await expect.element(page.getByRole('link', { name: 'Go Home' })).toBeVisible();
});
