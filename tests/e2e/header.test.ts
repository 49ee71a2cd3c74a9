import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { readChatAs, sendMessagesAs } from '#tests/support/chat-client.ts';
import { createSellerAndBuyer } from '#tests/support/chat-page.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { openNotifier } from '#tests/support/notifier.ts';
import { expectAccessibleInAllViewports } from '#tests/support/page-checks.ts';
import { signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const notifier = await openNotifier();

const FINGER = 44;

function badge(page: Page, name: string | RegExp): Locator {
	return page.getByRole('banner').getByRole('link', { name, exact: true });
}

describe('the badges in the header', () => {
	test('are missing for visitors', async () => {
		const page = await visit('/');
		await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();

		expect(await badge(page, /^My Chats/).count()).toBe(0);
		expect(await badge(page, /^Notifications/).count()).toBe(0);
	});

	test('link to the chats and to the notifications', async () => {
		const page = await visit('/', { as: await signUpPerson() });

		await badge(page, 'My Chats').click();
		await page.waitForURL('/chats');
		await badge(page, 'Notifications').click();
		await page.waitForURL('/notifications');

		const isHere = () => badge(page, 'Notifications').getAttribute('aria-current');
		await expect.poll(isHere).toBe('page');
	});

	test('count each unread thing once as it arrives, announce it once, and mark the tab title', async () => {
		const { seller, buyer, room } = await createSellerAndBuyer();
		await notifier.sendReportOutcome(seller, 'Your report', 'We looked into it.');
		await notifier.sendReportOutcome(seller, 'Your other report', 'We looked into it.');
		const page = await visit('/feedback', { as: seller });
		await badge(page, 'Notifications, 2 unread').waitFor();
		await badge(page, 'My Chats').waitFor();
		await expect.poll(() => page.title()).toMatch(/^\(2\) /);
		const title = (await page.title()).replace('(2) ', '');

		await sendMessagesAs(buyer, room, 'Is it still there?', 'Hello?');

		await badge(page, 'My Chats, 1 unread').waitFor();
		await badge(page, 'Notifications, 2 unread').waitFor();
		await page.getByRole('status').getByText('1 unread chat', { exact: true }).waitFor();
		await expect.poll(() => page.title()).toBe(`(3) ${title}`);
		await page.goto('/chats');
		await page.getByRole('radio', { name: 'Selling 1 unread' }).waitFor();
		await page.goto('/feedback');

		await readChatAs(seller, room);

		await badge(page, 'My Chats').waitFor();
		await badge(page, 'Notifications, 2 unread').waitFor();
		await expect.poll(() => page.title()).toBe(`(2) ${title}`);
	});

	test('do not announce what was unread on arrival, and keep the mark in the next page’s title', async () => {
		const person = await signUpPerson();
		await notifier.sendReportOutcomes(person, 2);
		const page = await visit('/feedback', { as: person });

		await badge(page, 'Notifications, 2 unread').waitFor();
		await page.getByRole('banner').getByRole('link', { name: 'Passdown' }).click();
		await page.waitForURL('/');

		await expect.poll(() => page.title()).toMatch(/^\(2\) /);
		expect(await page.getByText('2 unread notifications').count()).toBe(0);
	});

	test('show 99+ for more than that, and give screen readers the number', async () => {
		const person = await signUpPerson();
		await notifier.sendReportOutcomes(person, 101);
		const page = await visit('/feedback', { as: person });

		await badge(page, 'Notifications, 101 unread').getByText('99+').waitFor();

		await expect.poll(() => page.title()).toMatch(/^\(99\+\) /);
	});

	test('break nothing when they fail to load', async () => {
		const page = await visit('/feedback', { as: await signUpPerson() });
		await page.route('**/assets/header-badges*', (route) => route.abort());
		await page.reload();

		await page.getByRole('banner').getByRole('link', { name: 'Profile' }).waitFor();
		await page.getByRole('heading', { level: 1 }).waitFor();
	});
});

test('the sell button is a plus with an accessible name at 768 px, and has a text on wider pages', async () => {
	const page = await visit('/feedback', { as: await signUpPerson(), width: 768 });
	const sell = page.getByRole('banner').getByRole('link', { name: 'Add Item', exact: true });
	const widthOf = async () => (await sell.boundingBox())?.width;

	await sell.waitFor();
	expect(await widthOf()).toBeGreaterThanOrEqual(FINGER);
	expect(await widthOf()).toBeLessThan(1.5 * FINGER);
	await page.setViewportSize({ width: 1280, height: 800 });

	await expect.poll(widthOf).toBeGreaterThan(2 * FINGER);
});

describe('on a phone', () => {
	test('the header has menu, logo, search and bell in one row, each with a full touch target', async () => {
		const person = await signUpPerson();
		await notifier.sendReportOutcomes(person, 1);
		const page = await visit('/feedback', { as: person, width: 360 });
		await badge(page, 'Notifications, 1 unread').waitFor();
		const header = page.getByRole('banner');
		const parts = [
			header.getByRole('button', { name: 'Menu' }),
			header.getByRole('link', { name: 'Passdown' }),
			header.getByRole('combobox', { name: 'Search the market' }).locator('xpath=ancestor::label'),
			header.getByRole('link', { name: /^Notifications/ }),
		];
		expect(await header.getByRole('link').count()).toBe(2);

		const boxes = await Promise.all(parts.map((part) => part.boundingBox()));

		for (const box of boxes) {
			expect(box?.width).toBeGreaterThanOrEqual(FINGER);
			expect(box?.height).toBeGreaterThanOrEqual(FINGER);
		}
		expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
	});

	test('the search box takes the space of the other controls while in use, and keyboard focus still reaches them', async () => {
		const page = await visit('/feedback', { as: await signUpPerson(), width: 360 });
		await badge(page, 'Notifications').waitFor();
		const box = page.getByRole('combobox', { name: 'Search the market' });
		const widthOf = async () => (await box.boundingBox())?.width ?? 0;
		const narrow = await widthOf();

		await box.focus();
		expect(await widthOf()).toBeGreaterThanOrEqual(narrow + FINGER);
		await page.keyboard.press('Tab');

		await expectFocus(badge(page, 'Notifications'));
		expect(await widthOf()).toBe(narrow);
	});
});

test.each([
	['/', 360],
	['/', 1440],
	['/notifications', 360],
	['/notifications', 1440],
] as const)('the badges cause no layout shift when they load: %s at %i px', async (path, width) => {
	const person = await signUpPerson();
	await notifier.sendReportOutcomes(person, 3);
	await notifier.sendAnnouncement(person, { title: 'Fair', message: 'On Friday.', type: 'info' });
	const page = await visit(path, { as: person, width });
	await page.addInitScript(() => {
		const shifts: number[] = [];
		Object.assign(window, { shifts });
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries())
				shifts.push((entry as unknown as { value: number }).value);
		}).observe({ type: 'layout-shift', buffered: true });
	});
	await page.reload();

	await badge(page, 'Notifications, 4 unread').waitFor();
	await page.getByText('On Friday.').waitFor();
	// Layout shifts are reported after the frame they happen in.
	await page.evaluate(
		() => new Promise((resume) => requestAnimationFrame(() => requestAnimationFrame(resume))),
	);

	expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([]);
});

test('axe finds nothing wrong with the badges, on phone and desktop, light and dark', async () => {
	const person = await signUpPerson();
	await notifier.sendReportOutcomes(person, 12);
	const page = await visit('/feedback', { as: person, width: 360 });
	await badge(page, 'Notifications, 12 unread').waitFor();

	await expectAccessibleInAllViewports(page);
});

test('the selected theme also colours the browser’s own bar, on the next page as well', async () => {
	const page = await visit('/feedback', { width: 360, theme: 'light' });
	const colour = () =>
		page.evaluate(() => {
			const named = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
			return named.find(({ media }) => matchMedia(media).matches)?.content;
		});
	expect(await colour()).toBe('#fbf8f3');

	await page.getByRole('button', { name: 'Menu', exact: true }).click();
	await page.getByText('Dark', { exact: true }).click();
	await expect.poll(colour).toBe('#14151a');
	await expect.poll(() => page.evaluate(() => document.cookie)).toContain('theme=dark');
	await page.reload();
	expect(await colour()).toBe('#14151a');
	await page.getByRole('button', { name: 'Menu', exact: true }).click();
	await page.getByText('System', { exact: true }).click();

	await expect.poll(colour).toBe('#fbf8f3');
});
