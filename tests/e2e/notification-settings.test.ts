import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { RECOVERY_MESSAGES } from '#contract/auth/recovery.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import {
	NOTIFICATION_KIND_LABELS,
	NOTIFICATION_MESSAGES,
	type NotificationKind,
} from '#contract/notifications/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import { findMailedLink } from '#tests/support/mailbox.ts';
import { openNotifier } from '#tests/support/notifier.ts';
import {
	expectAccessibleInAllViewports,
	expectVisiblyChanged,
} from '#tests/support/page-checks.ts';
import { type Person, postItemAs, registerPerson, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const notifier = await openNotifier();

type Channel = 'In the market' | 'By mail';

function preferenceSwitch(page: Page, kind: NotificationKind, channel: Channel) {
	const group = page.getByRole('group', { name: NOTIFICATION_KIND_LABELS[kind] });
	return group.getByRole('switch', { name: channel });
}

const isOn = async (page: Page, kind: NotificationKind, channel: Channel) =>
	(await preferenceSwitch(page, kind, channel).getAttribute('aria-checked')) === 'true';

/** A user with a confirmed email address. */
async function signUpConfirmed(): Promise<Person> {
	const person = await registerPerson();
	const page = await visit(await findMailedLink(person.email, '/confirm-email'), { as: person });
	await page.getByText(RECOVERY_MESSAGES.emailConfirmed).waitFor();
	return person;
}

async function openNotificationSettings(person: Person, width = 1024): Promise<Page> {
	const page = await visit('/account', { as: person, width });
	await preferenceSwitch(page, 'message', 'In the market').waitFor();
	return page;
}

describe('the notification settings', () => {
	test('are reached from the notifications, and take the focus', async () => {
		const page = await visit('/notifications', { as: await signUpPerson(), width: 360 });

		await page.getByRole('link', { name: 'Notification settings' }).click();

		await page.waitForURL('/account#notifications');
		const heading = page.getByRole('heading', { name: NOTIFICATION_MESSAGES.heading, level: 2 });
		await heading.waitFor();
		await expect.poll(() => heading.evaluate((node) => node === document.activeElement)).toBe(true);
	});

	test('start with everything on except announcements by mail, and each change is saved at once', async () => {
		const page = await openNotificationSettings(await signUpConfirmed());
		expect(await isOn(page, 'message', 'By mail')).toBe(true);
		expect(await isOn(page, 'report', 'By mail')).toBe(true);
		expect(await isOn(page, 'warning', 'By mail')).toBe(true);
		expect(await isOn(page, 'announcement', 'By mail')).toBe(false);

		let saved = 0;
		page.on('response', (answer) => {
			if (answer.request().method() === 'PUT' && answer.ok()) saved += 1;
		});

		await preferenceSwitch(page, 'message', 'By mail').click();
		await preferenceSwitch(page, 'message', 'In the market').click();
		await preferenceSwitch(page, 'announcement', 'By mail').click();

		await page
			.getByRole('status')
			.getByText(NOTIFICATION_MESSAGES.preferenceSaved)
			.first()
			.waitFor();
		await expect.poll(() => saved).toBe(3);
		await page.reload();
		await preferenceSwitch(page, 'message', 'In the market').waitFor();
		expect(await isOn(page, 'message', 'By mail')).toBe(false);
		expect(await isOn(page, 'message', 'In the market')).toBe(false);
		expect(await isOn(page, 'announcement', 'By mail')).toBe(true);
	});

	test('can be changed by keyboard', async () => {
		const page = await openNotificationSettings(await signUpPerson());

		await preferenceSwitch(page, 'report', 'In the market').focus();
		await page.keyboard.press('Space');

		await page.getByRole('status').getByText(NOTIFICATION_MESSAGES.preferenceSaved).waitFor();
		expect(await isOn(page, 'report', 'In the market')).toBe(false);
	});

	test('return to the saved value when saving fails, and say so', async () => {
		const page = await openNotificationSettings(await signUpPerson(), 360);
		await page.route('**/api/account/notification-choices', (route) =>
			route.request().method() === 'PUT' ? route.abort() : route.continue(),
		);

		await preferenceSwitch(page, 'report', 'In the market').click();

		await page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection).waitFor();
		expect(await isOn(page, 'report', 'In the market')).toBe(true);
	});

	test('show their state with forced colours too', async () => {
		const page = await openNotificationSettings(await signUpPerson());
		await page.emulateMedia({ forcedColors: 'active' });
		const reports = preferenceSwitch(page, 'report', 'In the market');
		expect(await isOn(page, 'report', 'In the market')).toBe(true);

		await expectVisiblyChanged(reports, reports.and(page.locator('[aria-checked=false]')));
	});

	test('leave warnings always on', async () => {
		const page = await openNotificationSettings(await signUpPerson());

		await page.getByText(NOTIFICATION_MESSAGES.warningsAlwaysOn).waitFor();

		expect(await isOn(page, 'warning', 'In the market')).toBe(true);
		expect(await preferenceSwitch(page, 'warning', 'In the market').isDisabled()).toBe(true);
	});

	test('offer no mail without a confirmed address, and say why', async () => {
		const page = await openNotificationSettings(await registerPerson());

		await page.getByText(NOTIFICATION_MESSAGES.emailConfirmationRequired).waitFor();

		for (const kind of ['message', 'sale', 'warning', 'report', 'announcement'] as const) {
			expect(await preferenceSwitch(page, kind, 'By mail').isDisabled()).toBe(true);
			expect(await isOn(page, kind, 'By mail')).toBe(false);
		}
	});

	test('apply: a switched-off kind does not count on the bell, and chats stay as they are', async () => {
		const seller = await signUpPerson('Meera');
		const buyer = await signUpPerson('Rohit');
		const room = { itemId: await postItemAs(seller), buyerId: buyer.id };
		await sendMessagesAs(buyer, room, 'Is it still there?');
		await notifier.sendReportOutcome(seller, 'Your report', 'We looked into it.');
		const page = await openNotificationSettings(seller);
		const header = page.getByRole('banner');
		await header.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor();

		await preferenceSwitch(page, 'report', 'In the market').click();

		await header.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
		await header.getByRole('link', { name: 'My Chats, 1 unread' }).waitFor();
	});

	test('say that loading failed, and load on a retry', async () => {
		const page = await visit('/', { as: await signUpPerson() });
		const calls = '**/api/account/notification-choices';
		await page.route(calls, (route) => route.abort());
		await page.goto('/account');
		const section = page.getByRole('region', { name: NOTIFICATION_MESSAGES.heading });

		await section.getByRole('alert').getByText(ITEM_MESSAGES.noConnection).waitFor();
		await page.unroute(calls);
		await section.getByRole('button', { name: 'Try again' }).click();

		await preferenceSwitch(page, 'message', 'In the market').waitFor();
	});

	test('have no axe violation, on phone and desktop, light and dark', async () => {
		const page = await visit('/account', { as: await signUpPerson(), width: 360 });
		await preferenceSwitch(page, 'message', 'In the market').waitFor();

		await expectAccessibleInAllViewports(page);
	});
});

describe('the unsubscribe link of a mail', () => {
	test('unsubscribes from its kind on opening, signed in or not', async () => {
		const person = await signUpConfirmed();
		await notifier.sendWarning(person, 'Please be kind.');
		const link = await findMailedLink(person.email, '/unsubscribe');
		const visitor = await visit(link, { width: 360 });

		await visitor.getByText(NOTIFICATION_MESSAGES.unsubscribed).waitFor();
		await visitor.getByText(NOTIFICATION_KIND_LABELS.warning).waitFor();
		expect(visitor.url()).not.toContain('token');
		await visitor.getByRole('link', { name: 'Notification settings' }).click();
		await visitor.waitForURL(/\/login\?next=/);

		const page = await visit(link, { as: person });
		await page.getByText(NOTIFICATION_MESSAGES.unsubscribed).waitFor();
		await page.getByRole('button', { name: NOTIFICATION_MESSAGES.acknowledge }).click();
		await page.getByRole('link', { name: 'Notification settings' }).click();
		await preferenceSwitch(page, 'warning', 'By mail').waitFor();
		expect(await isOn(page, 'warning', 'By mail')).toBe(false);
		expect(await isOn(page, 'report', 'By mail')).toBe(true);
	});

	test.each(['/unsubscribe#token=message-1-forged', '/unsubscribe'])(
		'is one calm page when it is not valid: %s',
		async (path) => {
			const page = await visit(path);

			await page.getByText(NOTIFICATION_MESSAGES.linkExpired).waitFor();

			expect(page.url()).not.toContain('forged');
			await page.getByRole('main').getByRole('link', { name: 'Go Home' }).waitFor();
		},
	);

	test('offers a retry when the request fails', async () => {
		const page = await visit('/');
		await page.route('**/api/unsubscribe/*', (route) => route.abort());
		await page.goto('/unsubscribe#token=message-1-forged');

		await page.getByText(ITEM_MESSAGES.noConnection).waitFor();
		await page.unroute('**/api/unsubscribe/*');
		await page.getByRole('button', { name: 'Try again' }).click();

		await page.getByText(NOTIFICATION_MESSAGES.linkExpired).waitFor();
	});

	test('has no axe violation, on phone and desktop, light and dark', async () => {
		const page = await visit('/unsubscribe#token=message-1-forged', { width: 360 });
		await page.getByText(NOTIFICATION_MESSAGES.linkExpired).waitFor();

		await expectAccessibleInAllViewports(page);
	});
});
