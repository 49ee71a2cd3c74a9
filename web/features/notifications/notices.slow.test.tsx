import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { sendConfirmation } from '#contract/accounts/endpoints.ts';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { PAGES } from '#contract/core/pages.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import {
	changeNotificationPreference,
	getNotificationPreferences,
	markNotificationRead,
} from '#contract/notifications/endpoints.ts';
import {
	NOTIFICATION_KIND_LABELS,
	NOTIFICATION_KINDS,
	NOTIFICATION_MESSAGES,
	type NotificationKind,
} from '#contract/notifications/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { fakeNotifications, notification } from '#tests/support/fake-notifications.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { goTo, renderApp, renderComponent } from '#tests/support/render-page.tsx';
import { writeConfirmNoticeCookie } from '#web/lib/session/confirm-notice-cookie.ts';
import { NotificationPreferences } from './preferences.tsx';

const bell = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });
const readEntries = () => fakeApi.requests(markNotificationRead).map(({ params }) => params.entry);

describe('warning from the administrators', () => {
	const text = 'Please describe your items as they are.';
	const warning = { id: 3, title: 'Warning', message: text, type: 'warning' } as const;
	const dialog = page.getByRole('alertdialog', { name: NOTIFICATION_MESSAGES.warning });
	const acknowledgeButton = dialog.getByRole('button', { name: NOTIFICATION_MESSAGES.acknowledge });

	test('the dialog with the warning closes only when the user acknowledges it', async () => {
		fakeNotifications([], { warning });
		await renderApp(PAGES.about, { as: STUDENT });
		await expect.element(dialog.getByText(text)).toBeVisible();
		await expect.element(dialog.getByRole('heading')).toHaveFocus();
		await expectAccessible();

		await userEvent.keyboard('{Escape}{Escape}');
		await userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true });
		await userEvent.keyboard('{Tab}{Tab}{Tab}{Tab}{Tab}');
		expect(document.activeElement?.closest('main')).toBe(null);
		await acknowledgeButton.click();

		await expect.element(dialog).not.toBeInTheDocument();
		expect(readEntries()).toEqual(['n3']);
	});

	test('the rules, which the warning links to, can be read before the warning is acknowledged', async () => {
		fakeNotifications([notification()], { warning });
		await renderApp(PAGES.rules, { as: STUDENT });
		await expect.element(bell('Notifications, 1 unread')).toBeVisible();
		await expect.element(dialog).not.toBeInTheDocument();

		goTo(PAGES.about);

		await expect.element(dialog.getByText(text)).toBeVisible();
	});

	test('when the acknowledgement fails, the warning is shown again on the next visit', async () => {
		fakeNotifications([], { warning });
		fakeApi.answer(markNotificationRead, NO_CONNECTION);
		await renderApp(PAGES.about, { as: STUDENT });
		await acknowledgeButton.click();
		await expect.element(dialog).not.toBeInTheDocument();
		const failure = page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection);
		await expect.element(failure).toBeVisible();

		await cleanup();
		await renderApp(PAGES.about, { as: STUDENT });

		await expect.element(dialog).toBeVisible();
	});
});

const message = 'The fair is in the old hall. '.repeat(9).trim();
const fair = { id: 4, title: 'Fair', message, type: 'info' } as const;

test('an announcement stays on the home page until it is dismissed, without a layout shift', async () => {
	fakeListing();
	fakeNotifications([], { announcement: fair });
	await renderApp(PAGES.home, { as: STUDENT, width: 360 });
	const banner = page.getByRole('region', { name: 'Announcement' });
	await expect.element(banner.getByText(message)).toBeVisible();
	const link = banner.getByRole('link');
	await expect.element(link).toHaveAttribute('href', PAGES.notifications);
	const top = () => page.getByRole('heading', { level: 1 }).element().getBoundingClientRect().y;
	const before = top();

	await banner.getByRole('button', { name: 'Dismiss: Fair' }).click();

	await expect.element(banner).not.toBeInTheDocument();
	expect(top()).toBe(before);
	await expect.element(page.getByRole('main')).toHaveFocus();
	await expect.poll(readEntries).toEqual(['n4']);
});

describe('notice to confirm an email address', () => {
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
});

describe('preferences', () => {
	function preferenceSwitch(kind: NotificationKind, channel: 'In the market' | 'By mail') {
		const group = page.getByRole('group', { name: NOTIFICATION_KIND_LABELS[kind] });
		return group.getByRole('switch', { name: channel });
	}

	/** Answers as the server does: a saved preference is in the next answer. */
	function answerPreferences({ canMail = true } = {}): void {
		let choices = NOTIFICATION_KINDS.map((kind) => ({ kind, inApp: true, byMail: canMail }));
		fakeApi.answer(getNotificationPreferences, () => ({ success: true, canMail, choices }));
		fakeApi.answer(changeNotificationPreference, ({ body }) => {
			choices = choices.map((choice) => (choice.kind === body.kind ? body : choice));
			return { success: true, message: NOTIFICATION_MESSAGES.preferenceSaved };
		});
	}

	const renderPreferences = () =>
		renderComponent(<NotificationPreferences />, { path: '/account', as: STUDENT });

	test('a changed switch of the notification preferences is saved at once; if it cannot be saved, it returns to the saved value with the reason', async () => {
		answerPreferences();
		await renderPreferences();

		await preferenceSwitch('message', 'By mail').click();

		await expect
			.element(page.getByRole('status').getByText(NOTIFICATION_MESSAGES.preferenceSaved))
			.toBeVisible();
		await expect.element(preferenceSwitch('message', 'By mail')).not.toBeChecked();
		expect(fakeApi.requests(changeNotificationPreference).map(({ body }) => body)).toEqual([
			{ kind: 'message', inApp: true, byMail: false },
		]);

		fakeApi.answer(changeNotificationPreference, NO_CONNECTION);
		await preferenceSwitch('report', 'In the market').click();
		await expect
			.element(page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection))
			.toBeVisible();
		await expect.element(preferenceSwitch('report', 'In the market')).toBeChecked();
	});

	test('without a confirmed email address, all mail switches are off and disabled, with the reason', async () => {
		answerPreferences({ canMail: false });
		await renderPreferences();

		await expect
			.element(page.getByText(NOTIFICATION_MESSAGES.emailConfirmationRequired))
			.toBeVisible();
		for (const kind of NOTIFICATION_KINDS) {
			await expect.element(preferenceSwitch(kind, 'By mail')).toBeDisabled();
			await expect.element(preferenceSwitch(kind, 'By mail')).not.toBeChecked();
		}
	});
});
