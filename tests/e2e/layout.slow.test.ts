import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import { composer, createSellerAndBuyer, waitUntilReady } from '#tests/support/chat-page.ts';
import { postItemAs, registerPerson, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();
/** Width of a sheet of A4 with its usual margins, in CSS pixels. */
const SHEET = 717;

test('the input of a chat is at the bottom edge, stays in view above a phone’s keyboard and in landscape, and a long chat is printed in full', async () => {
	const { seller, buyer, sellerPath, room } = await createSellerAndBuyer();
	const lines = Array.from({ length: 60 }, (_, index) => `Line ${index + 1}`);
	await sendMessagesAs(buyer, room, ...lines);
	const page = await visit(sellerPath, { as: seller, width: 360 });
	await waitUntilReady(page);
	await page.getByRole('button', { name: 'Reserve' }).waitFor();
	expect(await page.getByRole('contentinfo').isVisible()).toBe(false);
	expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false);
	const form = page.locator('form').filter({ has: composer(page) });
	const bounds = await form.boundingBox();
	expect((bounds?.y ?? 0) + (bounds?.height ?? 0)).toBeCloseTo(780, 0);

	await composer(page).tap();
	await composer(page).fill('Yes');
	for (const { width, height } of [
		{ width: 360, height: 400 },
		{ width: 740, height: 360 },
	]) {
		await page.setViewportSize({ width, height });
		// The page takes the new size a moment later.
		await expect
			.poll(async () => {
				const input = await composer(page).boundingBox();
				return (input?.y ?? 0) + (input?.height ?? height);
			})
			.toBeLessThanOrEqual(height);
		expect((await page.getByRole('log').boundingBox())?.height).toBeGreaterThan(128);
		expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
	}

	await page.setViewportSize({ width: SHEET, height: 800 });
	await page.emulateMedia({ media: 'print' });
	const { shownHeight, fullHeight } = await page
		.getByRole('log')
		.evaluate(({ clientHeight, scrollHeight }) => ({
			shownHeight: clientHeight,
			fullHeight: scrollHeight,
		}));
	expect(shownHeight).toBe(fullHeight);
	expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(
		fullHeight,
	);
	await page.emulateMedia({ media: null });
	await page.goto('/rules');
	await page.getByRole('navigation', { name: 'Main' }).waitFor();
	await page.emulateMedia({ media: 'print' });
	expect(await page.getByRole('banner').isVisible()).toBe(false);
	expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false);
});

test('keyboard focus never lands on an element covered by a bar or by the notice about an unconfirmed email address', async () => {
	const person = await registerPerson();
	const page = await visit('/rules', { as: person, width: 360 });
	await page.getByText(`${NOTIFICATION_MESSAGES.confirmAddress} ${person.email}`).waitFor();
	expect(await coveredTabStops(page)).toEqual([]);

	await page.setViewportSize({ width: 640, height: 480 });
	await page.goto(`/item/${await postItemAs(await signUpPerson())}`);
	await page.getByRole('heading', { level: 1 }).waitFor();

	expect(await coveredTabStops(page)).toEqual([]);
});

/** The names of all focused elements of a page that something covers. */
async function coveredTabStops(page: Page): Promise<string[]> {
	const covered: string[] = [];
	let isLast = false;
	while (!isLast) {
		await page.keyboard.press('Tab');
		const stop = await page.evaluate(currentTabStop);
		if (stop.isCovered) covered.push(stop.name);
		isLast = stop.isLast;
	}
	return covered;
}

/** The focused element, whether something covers its middle, and whether it is the last of the page. */
function currentTabStop(): { name: string; isCovered: boolean; isLast: boolean } {
	const focused = document.activeElement ?? document.body;
	const { left, top, width, height } = focused.getBoundingClientRect();
	const topmost = document.elementFromPoint(left + width / 2, top + height / 2);
	return {
		name: focused.outerHTML.slice(0, 120),
		// After the last element of a page without a footer the body has the focus, which nothing can cover.
		isCovered: focused !== document.body && !focused.contains(topmost),
		isLast:
			focused === [...document.querySelectorAll('footer a')].at(-1) || focused === document.body,
	};
}

test('in forced-colours mode, what is selected or on looks selected: view, category, theme and a setting of the back-office', async () => {
	const page = await visit('/category/All');
	await page.emulateMedia({ forcedColors: 'active' });
	const view = page.getByRole('button', { name: 'List view' });
	const category = page.getByRole('main').getByRole('link', { name: 'PYQs', exact: true });
	const menu = page.getByRole('dialog', { name: 'Menu' });

	await expectVisiblyChanged(view, view.and(page.locator('[aria-pressed=true]')));
	const here = page.locator('[aria-current]:not([data-followed])');
	await expectVisiblyChanged(category, category.and(here));
	await page.getByRole('button', { name: 'Menu', exact: true }).click();
	const theme = menu.getByText('Light', { exact: true });
	await expectVisiblyChanged(theme, theme.filter({ has: page.locator(':checked') }));

	const admin = await adminAccess.admin({ roleLevel: 'super_admin' });
	const office = await visit(ADMIN_PAGES.settings, { admin });
	await office.emulateMedia({ forcedColors: 'active' });
	const twoStep = office.getByText('Require two-step sign-in', { exact: true });
	await expectVisiblyChanged(twoStep, twoStep.filter({ has: office.locator(':checked') }));
});

test('the selected theme also sets the theme colour of the browser’s own bar, even after a reload', async () => {
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
});

test('on an item page, Urdu text starts at the right edge and English text at the left', async () => {
	const description = 'بالکل نیا ہے۔';
	const item = await postItemAs(await signUpPerson(), { title: 'Drafter', description });
	const page = await visit(`/item/${item}`);
	/** Pixels between the text of an element and the edges of its box. */
	const marginsOf = (element: Locator) =>
		element.evaluate((node) => {
			const range = document.createRange();
			range.selectNodeContents(node);
			const [text, box] = [range.getBoundingClientRect(), node.getBoundingClientRect()];
			return { left: Math.round(text.left - box.left), right: Math.round(box.right - text.right) };
		});

	expect(await marginsOf(page.getByText(description))).toMatchObject({ right: 0 });
	expect(await marginsOf(page.getByRole('heading', { level: 1 }))).toMatchObject({ left: 0 });
});

/** Presses a control, waits for the element `changed`, and expects that the control looks different then. */
async function expectVisiblyChanged(pressed: Locator, changed: Locator): Promise<void> {
	const before = await pressed.screenshot();

	await pressed.click();
	await changed.waitFor();

	expect((await pressed.screenshot()).equals(before)).toBe(false);
}
