import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { sendConfirmation } from '#contract/accounts/endpoints.ts';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { PAGES } from '#contract/core/pages.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { fakeNotifications, notification } from '#tests/support/fake-notifications.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { renderApp } from '#tests/support/render-page.tsx';
import { writeConfirmNoticeCookie } from '#web/lib/session/confirm-notice-cookie.ts';

const ADDRESS = 'asha@campus.example';
const notice = page.getByText(`${NOTIFICATION_MESSAGES.confirmAddress} ${ADDRESS}`, {
	exact: true,
});
const sendAgain = page.getByRole('button', { name: NOTIFICATION_MESSAGES.sendAgain });
const bell = page.getByRole('banner').getByRole('link', { name: 'Notifications, 1 unread' });

let fake: ReturnType<typeof fakeNotifications>;
beforeEach(() => {
	fake = fakeNotifications([notification()], { addressToConfirm: ADDRESS });
});
afterEach(() => writeConfirmNoticeCookie(undefined));

test('the notice to confirm an email address names the address, can send the mail again, says when that fails, and disappears with the confirmation', async () => {
	await renderApp(PAGES.about, { as: STUDENT, width: 360 });
	await expect.element(notice).toBeVisible();
	await expectAccessible();

	for (const [answer, text] of [
		[refuse(429, ACCOUNT_ERRORS.confirmationTooSoon), ACCOUNT_ERRORS.confirmationTooSoon.message],
		[NO_CONNECTION, ITEM_MESSAGES.noConnection],
		[
			{ success: true, message: ACCOUNT_MESSAGES.confirmationSent },
			ACCOUNT_MESSAGES.confirmationSent,
		],
	] as const) {
		fakeApi.answer(sendConfirmation, answer);
		await sendAgain.click();
		await expect.element(page.getByText(text)).toBeVisible();
	}

	// The address is confirmed on another device.
	fake.overlays.addressToConfirm = null;
	await fakeRealtime.emit(REALTIME_EVENTS.notificationsChanged, {});
	await expect.element(notice).not.toBeInTheDocument();
});

test('a dismissed notice to confirm an email address does not return on the next visit', async () => {
	await renderApp(PAGES.about, { as: STUDENT });
	await expect.element(notice).toBeVisible();

	await page.getByRole('button', { name: 'Dismiss', exact: true }).click();

	await expect.element(notice).not.toBeInTheDocument();
	await expect.element(page.getByRole('main')).toHaveFocus();
	await cleanup();
	await renderApp(PAGES.rules, { as: STUDENT });
	await expect.element(bell).toBeVisible();
	await expect.element(notice).not.toBeInTheDocument();
});
