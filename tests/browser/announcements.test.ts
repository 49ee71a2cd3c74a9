import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { meet } from '#tests/support/chat-page.ts';
import { writeAs } from '#tests/support/chatting.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { expectOpenInAllLooks } from '#tests/support/looks.ts';
import { announcementsOn, bellOn, noticesOn } from '#tests/support/notices.ts';
import { signUpPerson } from '#tests/support/people.ts';
import { openToldPeople } from '#tests/support/told-people.ts';

const { visit } = await openBrowser();
const told = await openToldPeople();

describe('an announcement', () => {
	test.each([
		['info', 'Announcement'],
		['warning', 'Warning'],
		['success', 'Good news'],
		['error', 'Problem'],
	] as const)('of type %s stands over every page until it is dismissed', async (type, word) => {
		const person = await signUpPerson();
		await told.tellReport(person, 'Your report', 'We looked into it.');
		await told.announceTo(person, { title: 'Fair', message: 'On Friday.', type });
		const page = await visit('/feedback', { as: person });
		const banner = page.getByRole('region', { name: word });
		await page.getByRole('status').filter({ has: banner }).waitFor({ state: 'attached' });
		await banner.getByText('On Friday.').waitFor();
		await page.getByRole('banner').getByRole('link', { name: 'Passdown' }).click();
		await page.getByText('Featured Products').waitFor();

		await banner.getByRole('button', { name: 'Dismiss: Fair' }).click();

		await bellOn(page, 1).waitFor();
		expect(await banner.count()).toBe(0);
		await expectFocus(page.getByRole('main'));
		await page.reload();
		await announcementsOn(page).waitFor({ state: 'attached' });
		await bellOn(page, 1).waitFor();
		expect(await banner.count()).toBe(0);
	});

	test('lies over the page it came to, and has room of its own on the next', async () => {
		const person = await signUpPerson();
		await told.announceTo(person, { title: 'Fair', message: 'On Friday.', type: 'info' });
		const page = await visit('/feedback', { as: person });
		const banner = page.getByRole('region', { name: 'Announcement' });
		const topOf = async (place: Locator) => (await place.boundingBox())?.y ?? 0;
		const main = page.getByRole('main');
		await banner.waitFor();
		expect(await topOf(main)).toBeLessThan(await topOf(banner));

		await page.getByRole('banner').getByRole('link').first().click();
		await page.waitForURL('/');

		await expect.poll(async () => (await topOf(main)) > (await topOf(banner))).toBe(true);
	});

	test('that is long is cut short, and leads to where it stands in full', async () => {
		const person = await signUpPerson();
		const message = 'The fair is in the old hall. '.repeat(30).trim();
		await told.announceTo(person, { title: 'Fair', message, type: 'info' });
		const page = await visit('/feedback', { as: person, width: 360 });

		await page.getByRole('link', { name: 'Read it all' }).click();

		await page.waitForURL('/notifications');
		await noticesOn(page).getByText(message).waitFor();
		await expect.poll(() => page.getByRole('region', { name: 'Announcement' }).count()).toBe(0);
	});

	test('leaves a chat alone', async () => {
		const { seller, buyer, room } = await meet();
		await writeAs(buyer, room, 'Is it still there?');
		await told.announceTo(seller, { title: 'Fair', message: 'On Friday.', type: 'info' });
		const page = await visit(`/chat/${room.itemId}/${room.buyerId}`, { as: seller });

		await announcementsOn(page).waitFor({ state: 'attached' });
		await page
			.getByRole('banner')
			.getByRole('link', { name: /^Notifications, \d/ })
			.waitFor();

		expect(await page.getByRole('region', { name: 'Announcement' }).count()).toBe(0);
	});

	test.each(['error', 'warning'] as const)(
		'of type %s shuts nobody out, on a phone or a desk, light or dark',
		async (type) => {
			const person = await signUpPerson();
			await told.announceTo(person, {
				title: 'The market is closed on Friday',
				message: 'We move to a new machine. Your items and chats stay as they are.',
				type,
			});
			const page = await visit('/feedback', { as: person, width: 360 });
			await page.getByText('We move to a new machine.').waitFor();

			await expectOpenInAllLooks(page);
		},
	);
});

test('an announcement leaves the heading of the page it came to in sight, on a phone as well', async () => {
	const person = await signUpPerson();
	await told.announceTo(person, { title: 'Fair', message: 'On Friday.', type: 'info' });
	const page = await visit('/feedback', { as: person, width: 360 });
	await page.getByRole('region', { name: 'Announcement' }).waitFor();

	const isInSight = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
		const { left, top, height } = heading.getBoundingClientRect();
		return heading.contains(document.elementFromPoint(left + 5, top + height / 2));
	});

	expect(isInSight).toBe(true);
});
