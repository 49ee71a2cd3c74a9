import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ITEM_MESSAGES } from '#contract/item-facts.ts';
import { NOTICE_MESSAGES } from '#contract/notice-facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { readAs, writeAs } from '#tests/support/chatting.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { expectOpenInAllLooks } from '#tests/support/looks.ts';
import { type Person, postItemAs, signUpPerson } from '#tests/support/people.ts';
import { openToldPeople } from '#tests/support/told-people.ts';

const { visit } = await openBrowser();
const told = await openToldPeople();

/** Entries of one page of the centre. */
const A_PAGE = 30;

const rows = (page: Page) =>
	page.getByRole('list', { name: NOTICE_MESSAGES.heading }).getByRole('listitem');

function bell(page: Page, unread: number): Locator {
	const name = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`;
	return page.getByRole('banner').getByRole('link', { name, exact: true });
}

async function tellMany(person: Person, count: number): Promise<void> {
	for (let index = 0; index < count; index += 1) {
		await told.tellReport(person, `Report ${index}`, 'We looked into it.');
	}
}

async function openCentre(person: Person, width = 1024): Promise<Page> {
	const page = await visit('/notifications', { as: person, width });
	await page.getByRole('heading', { name: NOTICE_MESSAGES.heading, level: 1 }).waitFor();
	return page;
}

async function openRoom() {
	const seller = await signUpPerson('Meera');
	const buyer = await signUpPerson('Rohit');
	const itemId = await postItemAs(seller);
	return { seller, buyer, room: { itemId, buyerId: buyer.id } };
}

describe('the notification centre', () => {
	test('says what will be there while it is empty, with a way on', async () => {
		const page = await openCentre(await signUpPerson(), 360);

		await page.getByRole('heading', { name: NOTICE_MESSAGES.none }).waitFor();

		await page.getByText(NOTICE_MESSAGES.noneHint).waitFor();
		await page.getByRole('main').getByRole('link', { name: 'See what is on sale' }).waitFor();
	});

	test('is for who is signed in', async () => {
		const page = await visit('/notifications');

		await page.waitForURL('/');
	});

	test('shows what came, newest first, and opening an entry marks it as read', async () => {
		const person = await signUpPerson();
		await told.tellReport(person, NOTICE_MESSAGES.reportResolved, 'Thank you.');
		await told.announceTo(person, { title: 'Fair', message: 'On Friday.', type: 'info' });
		const page = await openCentre(person);
		await bell(page, 2).waitFor();
		expect(
			await rows(page)
				.getByText(/^(Unread: )?(Fair|Your report was upheld)$/)
				.count(),
		).toBe(2);
		expect(await rows(page).first().textContent()).toContain('Unread: Fair');
		expect(await rows(page).first().getByRole('link').count()).toBe(0);

		await page.getByRole('link', { name: NOTICE_MESSAGES.reportResolved }).click();

		await page.waitForURL('/my-reports');
		await bell(page, 1).waitFor();
		await page.goBack();
		const entry = rows(page).filter({ hasText: NOTICE_MESSAGES.reportResolved });
		await entry.waitFor();
		await expect.poll(() => entry.getByText('Unread').count()).toBe(0);
	});

	test('leads to the chat that a message is in', async () => {
		const { seller, buyer, room } = await openRoom();
		await writeAs(buyer, room, 'Is it still there?');
		const page = await openCentre(seller, 360);

		await rows(page).getByText('Is it still there?').waitFor();
		await page.getByRole('link', { name: NOTICE_MESSAGES.messages('Rohit', 1) }).click();

		await page.waitForURL(`/chat/${room.itemId}/${room.buyerId}`);
	});

	test('marks one as read by its button, from the keyboard, and the focus stays at it', async () => {
		const person = await signUpPerson();
		await tellMany(person, 2);
		const page = await openCentre(person);
		const button = page.getByRole('button', { name: `${NOTICE_MESSAGES.markRead}: Report 0` });

		await button.focus();
		await page.keyboard.press('Enter');

		await page.getByRole('status').getByText(NOTICE_MESSAGES.read, { exact: true }).waitFor();
		await bell(page, 1).waitFor();
		expect(await button.count()).toBe(0);
		await expectFocus(rows(page).filter({ hasText: 'Report 0' }));
		await page.reload();
		await rows(page).filter({ hasText: 'Unread: Report 1' }).waitFor();
		expect(await page.getByText('Unread:').count()).toBe(1);
	});

	test('marks all as read, and the focus goes on at the list', async () => {
		const person = await signUpPerson();
		await tellMany(person, 3);
		const page = await openCentre(person, 360);

		await page.getByRole('button', { name: NOTICE_MESSAGES.markAllRead }).click();

		await page.getByRole('status').getByText(NOTICE_MESSAGES.allRead).waitFor();
		await bell(page, 0).waitFor();
		expect(await page.getByText('Unread:').count()).toBe(0);
		await expectFocus(page.getByRole('list', { name: NOTICE_MESSAGES.heading }));
	});

	test('loads on as one goes down, each entry once', async () => {
		const person = await signUpPerson();
		await tellMany(person, A_PAGE + 5);
		const page = await openCentre(person);
		await rows(page).first().waitFor();

		await page.getByRole('contentinfo').scrollIntoViewIfNeeded();

		await expect.poll(() => rows(page).count()).toBe(A_PAGE + 5);
		const titles = await rows(page).getByRole('link').allTextContents();
		expect(new Set(titles).size).toBe(A_PAGE + 5);
	});

	test('offers what comes in without moving what one reads', async () => {
		const { seller, buyer, room } = await openRoom();
		await tellMany(seller, 3);
		const page = await openCentre(seller);
		const before = await rows(page).first().boundingBox();

		await writeAs(buyer, room, 'Is it still there?');
		const offer = page.getByRole('button', { name: NOTICE_MESSAGES.showNew('1') });
		await offer.waitFor();
		expect(await rows(page).first().boundingBox()).toEqual(before);
		await offer.click();

		await rows(page).first().getByText('Is it still there?').waitFor();
		expect(await rows(page).count()).toBe(4);
		expect(await offer.count()).toBe(0);
		await expectFocus(page.getByRole('list', { name: NOTICE_MESSAGES.heading }));
	});

	test('shows the first one at once, and that it was read on another device', async () => {
		const { seller, buyer, room } = await openRoom();
		const page = await openCentre(seller, 360);
		await page.getByText(NOTICE_MESSAGES.none).waitFor();

		await writeAs(buyer, room, 'Is it still there?');
		await rows(page)
			.getByText(`Unread: ${NOTICE_MESSAGES.messages('Rohit', 1)}`)
			.waitFor();
		await readAs(seller, room);

		await page.getByRole('link', { name: NOTICE_MESSAGES.readMessages('Rohit') }).waitFor();
		expect(await page.getByText('Unread:').count()).toBe(0);
	});

	test('offers to try again where it could not be loaded, and then shows it', async () => {
		const person = await signUpPerson();
		await tellMany(person, 1);
		const page = await visit('/', { as: person });
		await bell(page, 1).waitFor();
		const calls = '**/api/notifications*';
		const failing = { status: 400, json: { success: false } };
		await page.route(calls, (route) => route.fulfill(failing));

		await bell(page, 1).click();
		await page.getByRole('alert').getByText(NOTICE_MESSAGES.loadFailed).waitFor();
		await page.unroute(calls);
		await page.route(calls, (route) => route.abort());
		await page.getByRole('button', { name: 'Try again' }).click();
		await page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection).waitFor();
		await page.unroute(calls);
		await page.getByRole('button', { name: 'Try again' }).click();

		await rows(page).getByText('Report 0').waitFor();
	});

	test('keeps as unread what could not be marked, and says so', async () => {
		const person = await signUpPerson();
		await tellMany(person, 1);
		const page = await openCentre(person);
		await page.route('**/api/notifications/*/read', (route) => route.abort());
		await page.route('**/api/notifications/read-all', (route) => route.abort());
		const button = page.getByRole('button', { name: `${NOTICE_MESSAGES.markRead}: Report 0` });

		await button.click();
		await page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection).waitFor();
		await button.waitFor();
		await page.getByRole('button', { name: 'Dismiss' }).click();
		await page.getByRole('button', { name: NOTICE_MESSAGES.markAllRead }).click();

		await page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection).waitFor();
		expect(await page.getByText('Unread:').count()).toBe(1);
	});
});

describe('an announcement', () => {
	test.each([
		['info', 'Announcement'],
		['warning', 'Warning'],
		['success', 'Good news'],
		['error', 'Problem'],
	] as const)('of type %s stands over every page until it is dismissed', async (type, word) => {
		const person = await signUpPerson();
		await told.announceTo(person, { title: 'Fair', message: 'On Friday.', type });
		const page = await visit('/feedback', { as: person });
		const banner = page.getByRole('region', { name: word });
		await page.getByRole('status').filter({ has: banner }).waitFor({ state: 'attached' });
		await banner.getByText('On Friday.').waitFor();
		await page.getByRole('contentinfo').getByRole('link', { name: 'Home' }).click();
		await page.getByText('Featured Products').waitFor();

		await banner.getByRole('button', { name: 'Dismiss: Fair' }).click();

		await bell(page, 0).waitFor();
		expect(await banner.count()).toBe(0);
		await expectFocus(page.getByRole('main'));
		await page.reload();
		await bell(page, 0).waitFor();
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

		await page.getByRole('contentinfo').getByRole('link', { name: 'Home' }).click();
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
		await rows(page).getByText(message).waitFor();
		await expect.poll(() => page.getByRole('region', { name: 'Announcement' }).count()).toBe(0);
	});

	test('leaves a chat alone', async () => {
		const { seller, buyer, room } = await openRoom();
		await writeAs(buyer, room, 'Is it still there?');
		await told.announceTo(seller, { title: 'Fair', message: 'On Friday.', type: 'info' });
		const page = await visit(`/chat/${room.itemId}/${room.buyerId}`, { as: seller });

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

describe('a warning', () => {
	const dialogOn = (page: Page) => page.getByRole('alertdialog', { name: NOTICE_MESSAGES.warning });

	test('is shown on whatever page one comes to, and only answering it closes it, for good', async () => {
		const person = await signUpPerson();
		await told.warn(person, 'Please describe your items as they are.');
		const page = await visit('/profile', { as: person });
		const dialog = dialogOn(page);
		await dialog.getByText('Please describe your items as they are.').waitFor();

		await expectFocus(dialog.getByRole('heading'));
		await page.keyboard.press('Escape');
		await page.keyboard.press('Escape');
		await page.mouse.click(5, 5);
		for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('Tab');
		expect(
			await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName),
		).not.toBe('MAIN');
		await dialog.getByRole('button', { name: NOTICE_MESSAGES.understood }).click();

		await dialog.waitFor({ state: 'hidden' });
		await bell(page, 0).waitFor();
		await page.goto('/notifications');
		await rows(page).getByText('Please describe your items as they are.').waitFor();
		expect(await dialog.count()).toBe(0);
	});

	test('interrupts nobody: what comes during a visit waits for the next page', async () => {
		const { seller, buyer, room } = await openRoom();
		const page = await visit('/feedback', { as: seller });
		await bell(page, 0).waitFor();
		// Where announcements appear: from here on the page has taken note of what was known when it came.
		await page.locator('header + [role=status]').waitFor({ state: 'attached' });

		await told.warn(seller, 'Please be kind.');
		await writeAs(buyer, room, 'Is it still there?');
		await bell(page, 2).waitFor();
		expect(await dialogOn(page).count()).toBe(0);
		await bell(page, 2).click();

		await dialogOn(page).getByText('Please be kind.').waitFor();
	});

	test('is answered by the keyboard alone', async () => {
		const person = await signUpPerson();
		await told.warn(person, 'Please be kind.');
		const page = await visit('/', { as: person, width: 360 });
		await dialogOn(page).waitFor();

		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');

		await dialogOn(page).waitFor({ state: 'hidden' });
	});

	test('comes again at the next visit where the answer did not get through', async () => {
		const person = await signUpPerson();
		await told.warn(person, 'Please be kind.');
		const page = await visit('/feedback', { as: person });
		await page.route('**/api/notifications/*/read', (route) => route.abort());

		await dialogOn(page).getByRole('button', { name: NOTICE_MESSAGES.understood }).click();
		await dialogOn(page).waitFor({ state: 'hidden' });
		await page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection).waitFor();
		await page.unroute('**/api/notifications/*/read');
		await page.reload();

		await dialogOn(page).getByRole('button', { name: NOTICE_MESSAGES.understood }).click();
		await bell(page, 0).waitFor();
	});

	test('shuts nobody out, on a phone or a desk, light or dark', async () => {
		const person = await signUpPerson();
		await told.warn(person, 'Please describe your items as they are. Two were not as described.');
		const page = await visit('/feedback', { as: person, width: 360 });
		await dialogOn(page).waitFor();

		await expectOpenInAllLooks(page);
	});
});

test('nobody is shut out of the centre, on a phone or a desk, light or dark', async () => {
	const { seller, buyer, room } = await openRoom();
	await tellMany(seller, 2);
	await writeAs(buyer, room, 'https://a-very-long-address.example/'.repeat(4));
	const page = await visit('/notifications', { as: seller, width: 360 });
	await rows(page).first().waitFor();

	await expectOpenInAllLooks(page);
});
