import { describe, expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import {
	notificationBell,
	notificationEntries,
	overlayRegion,
} from '#tests/support/notification-locators.ts';
import { openNotifier } from '#tests/support/notifier.ts';
import { expectAccessibleInAllViewports } from '#tests/support/page-checks.ts';
import { signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const notifier = await openNotifier();

describe('an announcement', () => {
	test.each([
		['info', 'Announcement'],
		['warning', 'Warning'],
		['success', 'Good news'],
		['error', 'Problem'],
	] as const)(
		'of type %s stays on the home page until it is dismissed and causes no layout shift',
		async (type, word) => {
			const person = await signUpPerson();
			await notifier.sendReportOutcome(person, 'Your report', 'We looked into it.');
			await notifier.sendAnnouncement(person, { title: 'Fair', message: 'On Friday.', type });
			const page = await visit('/', { as: person, width: 360 });
			const banner = page.getByRole('region', { name: word });
			await page.getByRole('status').filter({ has: banner }).waitFor({ state: 'attached' });
			await banner.getByText('On Friday.').waitFor();
			const heading = page.getByRole('heading', { level: 1 });
			const before = await heading.boundingBox();

			await banner.getByRole('button', { name: 'Dismiss: Fair' }).click();

			await notificationBell(page, 1).waitFor();
			expect(await banner.count()).toBe(0);
			expect(await heading.boundingBox()).toEqual(before);
			await expectFocus(page.getByRole('main'));
			await page.reload();
			await notificationBell(page, 1).waitFor();
			await overlayRegion(page).waitFor({ state: 'attached' });
			expect(await banner.count()).toBe(0);
		},
	);

	test('appears only on the home page and counts on the bell of every page', async () => {
		const person = await signUpPerson();
		await notifier.sendAnnouncement(person, { title: 'Fair', message: 'On Friday.', type: 'info' });
		const page = await visit('/feedback', { as: person });
		await overlayRegion(page).waitFor({ state: 'attached' });

		await notificationBell(page, 1).waitFor();

		expect(await page.getByText('On Friday.').count()).toBe(0);
	});

	test('with a long text links to the full text', async () => {
		const person = await signUpPerson();
		const message = 'The fair is in the old hall. '.repeat(30).trim();
		await notifier.sendAnnouncement(person, { title: 'Fair', message, type: 'info' });
		const page = await visit('/', { as: person, width: 360 });

		await page.getByRole('region', { name: 'Announcement' }).getByRole('link').click();

		await page.waitForURL('/notifications');
		await notificationEntries(page).getByText(message).waitFor();
	});

	test.each(['error', 'warning'] as const)(
		'of type %s has no axe violation, on phone and desktop, light and dark',
		async (type) => {
			const person = await signUpPerson();
			await notifier.sendAnnouncement(person, {
				title: 'The market is closed on Friday',
				message: 'We move to a new machine. Your items and chats stay as they are.',
				type,
			});
			const page = await visit('/', { as: person, width: 360 });
			await page.getByText('We move to a new machine.').waitFor();

			await expectAccessibleInAllViewports(page);
		},
	);
});
