import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { unsubscribe } from '#contract/notifications/endpoints.ts';
import { NOTIFICATION_ERRORS } from '#contract/notifications/errors.ts';
import { NOTIFICATION_KIND_LABELS, NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { renderPage } from '#tests/support/render-page.tsx';

const LINK = '/unsubscribe#token=warning-7-signed';
const SETTINGS = '/account#notifications';
const done = page.getByText(NOTIFICATION_MESSAGES.unsubscribed);
const expired = page.getByText(NOTIFICATION_ERRORS.linkExpired.message);

const pressUnsubscribe = () => page.getByRole('button', { name: 'Unsubscribe' }).click();

const acceptToken = () =>
	fakeApi.answer(unsubscribe, {
		success: true,
		message: NOTIFICATION_MESSAGES.unsubscribed,
		kind: 'warning',
	});

test.each([
	{ who: 'a signed-in user', options: { as: STUDENT }, href: SETTINGS },
	{ who: 'a visitor', options: {}, href: `/login?next=${encodeURIComponent(SETTINGS)}` },
])(
	'the unsubscribe link of a mail asks first, and unsubscribes $who from that kind of notification',
	async ({ options, href }) => {
		acceptToken();
		await renderPage(LINK, options);
		await expect.element(page.getByText(NOTIFICATION_MESSAGES.unsubscribeQuestion)).toBeVisible();
		await expectAccessible();
		expect(fakeApi.requests(unsubscribe)).toHaveLength(0);

		await pressUnsubscribe();

		await expect.element(done).toBeVisible();
		await expect.element(page.getByText(NOTIFICATION_KIND_LABELS.warning)).toBeVisible();
		const settings = page.getByRole('link', { name: 'Notification settings' });
		await expect.element(settings).toHaveAttribute('href', href);
		expect(window.location.hash).toBe('');
		expect(fakeApi.requests(unsubscribe)[0]?.params.token).toBe('warning-7-signed');
	},
);

test('the unsubscribe link of a search alert ends the alert, names the search, and links to the saved searches', async () => {
	fakeApi.answer(unsubscribe, {
		success: true,
		message: NOTIFICATION_MESSAGES.alertEnded,
		kind: 'search-alert',
		searchName: '“drafter”, under ₹300',
	});
	await renderPage('/unsubscribe#token=search-alert-7-3-signed', { as: STUDENT });
	await pressUnsubscribe();

	await expect.element(page.getByText(NOTIFICATION_MESSAGES.alertEnded)).toBeVisible();
	await expect.element(page.getByText('“drafter”, under ₹300')).toBeVisible();
	const link = page.getByRole('link', { name: 'Saved searches' });
	await expect.element(link).toHaveAttribute('href', '/searches');
});

test.each([LINK, '/unsubscribe'])(
	'an invalid unsubscribe link is reported as expired: %s',
	async (path) => {
		fakeApi.answer(unsubscribe, refuse(400, NOTIFICATION_ERRORS.linkExpired));
		await renderPage(path);
		if (path === LINK) await pressUnsubscribe();

		await expect.element(expired).toBeVisible();
		await expect.element(page.getByRole('link', { name: 'Go Home' })).toBeVisible();
		expect(window.location.hash).toBe('');
		await expectAccessible();
	},
);

test('the page of a used unsubscribe link, opened again in the same tab, sends no second request', async () => {
	acceptToken();
	await renderPage(LINK);
	await pressUnsubscribe();
	await expect.element(done).toBeVisible();
	await cleanup();

	await renderPage('/unsubscribe');

	await expect.element(expired).toBeVisible();
	await expect.element(page.getByRole('link', { name: 'Notification settings' })).toBeVisible();
	expect(fakeApi.requests(unsubscribe)).toHaveLength(1);
});
