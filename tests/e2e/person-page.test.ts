import { expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();

test('a visitor goes from an item to its seller, opens another item by keyboard, and returns with Back', async () => {
	const seller = await signUpPerson('Meera Nair');
	await postItemAs(seller, { title: 'Roller scale' });
	const item = await postItemAs(seller, { title: 'Slide rule', category: 'Instruments' });
	const page = await visit(`/item/${item}`, { width: 360 });
	const back = page.getByRole('link', { name: 'Back', exact: true });
	await page.getByRole('region', { name: 'Seller' }).getByRole('link').click();
	await page.waitForURL(`/people/${seller.id}`);
	await page.getByRole('heading', { name: 'Meera Nair', level: 1 }).waitFor();
	expect(await page.content()).not.toContain(seller.email);

	await page.getByRole('link', { name: 'Explore This Roller scale' }).focus();
	await page.keyboard.press('Enter');
	const heading = page.getByRole('heading', { name: 'Roller scale', level: 1 });
	await expectFocus(heading);
	expect(await page.evaluate(() => window.scrollY)).toBe(0);

	await back.click();
	await page.waitForURL(`/people/${seller.id}`);
	await page.goto(`/item/${item}`);
	await back.click();
	await page.waitForURL('/category/Instruments');
});
