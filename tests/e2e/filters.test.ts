import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { LISTING_WARNINGS } from '#contract/items/listing-messages.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { layoutShifts, recordLayoutShifts } from '#tests/support/layout-shifts.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();

test('a filtered listing loads without a layout shift, warns about an unknown subject, and keeps its price filter after a reload', async () => {
	const word = `lot${randomUUID().slice(0, 8)}`;
	const seller = await signUpPerson();
	await postItemAs(seller, { title: `Drafter ${word}`, price: 240 });
	await postItemAs(seller, { title: `Laptop ${word}`, price: 24_000 });
	const page = await visit('/about', { width: 1280 });
	await recordLayoutShifts(page);

	await page.goto(`/category/All?q=${word}&subject=NONE-1`);
	const column = page.getByRole('complementary', { name: 'Filters' });
	await column.getByRole('button', { name: /^Under ₹\d+/ }).waitFor();
	expect(await layoutShifts(page)).toEqual([]);
	await page.getByText(LISTING_WARNINGS.badSubject).waitFor();
	await page.getByText('2 products available').waitFor();
	await column.getByRole('button', { name: /^Under ₹/ }).click();
	await page.getByText('1 product available').waitFor();
	await page.reload();
	await page.getByText('1 product available').waitFor();
	await page.getByRole('button', { name: /^Remove Under ₹/ }).click();
	await page.getByText('2 products available').waitFor();
});
