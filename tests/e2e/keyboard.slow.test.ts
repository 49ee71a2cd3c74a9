import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { toFilePayloads } from '#tests/support/file-payloads.ts';
import { pressByKeyboard, tabTo, typeByKeyboard } from '#tests/support/keyboard.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';
import { jpeg } from '#tests/support/test-images.ts';

const { visit } = await openBrowser();

test('by keyboard alone, a student signs up, posts an item, edits it and marks it as sold', async () => {
	const title = `Sextant ${randomUUID().slice(0, 8)}`;
	const page = await visit('/');
	const field = (name: string) => page.getByLabel(name, { exact: true });
	const button = (name: string) => page.getByRole('button', { name, exact: true });

	await pressByKeyboard(page, page.getByRole('link', { name: 'Login' }).first());
	await pressByKeyboard(page, page.getByRole('link', { name: 'Sign Up', exact: true }));
	await typeByKeyboard(page, field('Name'), 'Kavya');
	await typeByKeyboard(page, field('Email address'), `${randomUUID()}@campus.example`);
	await typeByKeyboard(page, field('Password'), 'chalk and talk');
	await typeByKeyboard(page, field('Confirm Password'), 'chalk and talk');
	await page.keyboard.press('Enter');

	await pressByKeyboard(page, page.getByRole('link', { name: 'Add Item' }).first());
	await page.getByRole('heading', { name: 'Add New Item' }).waitFor();
	const chooser = page.waitForEvent('filechooser');
	await pressByKeyboard(page, page.locator('input[type=file]').first(), 'Space');
	await (await chooser).setFiles(toFilePayloads([await jpeg({ width: 900, height: 700 })]));
	await page.getByText('Cover', { exact: true }).waitFor();
	await typeByKeyboard(page, page.getByLabel('Title'), title);
	await typeByKeyboard(page, page.getByLabel('Description'), 'Brass, in its box.');
	await typeByKeyboard(page, page.getByLabel('Price in ₹'), '1,200');
	await tabTo(page, page.getByLabel('Category'));
	await page.keyboard.type('Instr');
	await pressByKeyboard(page, button('Add Item'));
	await page.waitForURL('/');

	await typeByKeyboard(page, page.getByRole('combobox', { name: 'Search the market' }), title);
	await page.keyboard.press('Enter');
	await pressByKeyboard(page, page.getByRole('link', { name: `Explore This ${title}` }));
	await page.getByRole('heading', { name: title, level: 1 }).waitFor();

	await pressByKeyboard(page, page.getByRole('link', { name: 'Update Item' }));
	await typeByKeyboard(page, page.getByLabel('Price in ₹'), '1100.50');
	await pressByKeyboard(page, button('Update Item'));
	await page.getByText('₹1,100.50').first().waitFor();

	await pressByKeyboard(page, button('Mark as Sold'));
	await page.getByText(ITEM_MESSAGES.sellConfirmation).waitFor();
	await pressByKeyboard(
		page,
		page.getByRole('alertdialog').getByRole('button', { name: 'Proceed' }),
	);
	await page.getByText(ITEM_MESSAGES.sellSucceeded).waitFor();
	expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
});

test('by keyboard alone, a visitor searches and sorts a listing, browses an item’s photos and opens the seller page', async () => {
	const word = `Planimeter${randomUUID().slice(0, 6)}`;
	const seller = await signUpPerson('Meera');
	const photos = await Promise.all([
		jpeg({ width: 900, height: 700 }),
		jpeg({ width: 700, height: 900 }),
	]);
	await postItemAs(seller, { title: `${word} dear`, price: 900 }, photos);
	await postItemAs(seller, { title: `${word} cheap`, price: 90 });
	const page = await visit('/');

	await pressByKeyboard(page, page.getByRole('link', { name: 'Skip to content' }));
	await pressByKeyboard(page, page.getByRole('link', { name: /^Instruments/ }).first());
	await page.getByRole('heading', { name: 'Instruments', level: 1 }).waitFor();
	await typeByKeyboard(page, page.getByPlaceholder('Search products...'), word);
	await page.getByText('2 products available').waitFor();
	await tabTo(page, page.getByRole('combobox', { name: /sort/i }));
	await page.keyboard.type('Price: Low');
	await expect.poll(() => page.url()).toContain('sort=price-asc');
	const titles = page.getByRole('article').getByRole('heading');
	await expect.poll(() => titles.allInnerTexts()).toEqual([`${word} cheap`, `${word} dear`]);

	await pressByKeyboard(page, page.getByRole('link', { name: `Explore This ${word} dear` }));
	await tabTo(page, page.getByRole('button', { name: 'Photo 1 of 2: open full screen' }));
	await page.keyboard.press('ArrowRight');
	await page.getByText('Photo 2 of 2', { exact: true }).waitFor({ state: 'attached' });
	await pressByKeyboard(page, page.getByRole('link', { name: /^(MK?|M) ?Meera|Meera/ }).first());
	await page.getByRole('heading', { name: 'Meera', level: 1 }).waitFor();
});
