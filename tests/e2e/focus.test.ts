import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { postItemAs, registerPerson, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();

test('when a listing is the first page opened, its heading does not take the focus', async () => {
	const page = await visit('/about');
	await page.addInitScript(() => {
		document.addEventListener('focusin', ({ target }) => {
			if (target instanceof HTMLHeadingElement)
				document.documentElement.dataset.headingFocused = 'yes';
		});
	});
	await page.goto('/category/All');
	await page.getByRole('heading', { level: 1 }).waitFor();

	expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
	expect(
		await page.evaluate(() => document.documentElement.dataset.headingFocused),
	).toBeUndefined();
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
