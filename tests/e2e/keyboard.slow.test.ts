import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import {
	composer,
	createSellerAndBuyer,
	messageItem,
	waitUntilReady,
} from '#tests/support/chat-page.ts';
import { toFilePayloads } from '#tests/support/file-payloads.ts';
import { expectFocus, pressByKeyboard, tabTo, typeByKeyboard } from '#tests/support/keyboard.ts';
import { tallPhoto, widePhoto } from '#tests/support/posting.ts';

const { visit } = await openBrowser();

test('by keyboard alone, a student signs up, posts an item, finds it in its category, looks at its photos, edits it and marks it as sold', async () => {
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
	await (await chooser).setFiles(toFilePayloads([await widePhoto(), await tallPhoto()]));
	await page.getByText('Cover', { exact: true }).waitFor();
	await typeByKeyboard(page, page.getByLabel('Title'), title);
	await typeByKeyboard(page, page.getByLabel('Description'), 'Brass, in its box.');
	await typeByKeyboard(page, page.getByLabel('Price in ₹'), '1,200');
	await tabTo(page, page.getByLabel('Category'));
	await page.keyboard.type('Instr');
	await pressByKeyboard(page, button('Add Item'));
	await page.waitForURL('/');

	await pressByKeyboard(page, page.getByRole('link', { name: 'Skip to content' }));
	await pressByKeyboard(page, page.getByRole('link', { name: /^Instruments/ }).first());
	await page.getByRole('heading', { name: 'Instruments', level: 1 }).waitFor();
	await typeByKeyboard(page, page.getByPlaceholder('Search products...'), title);
	await page.getByText('1 product available').waitFor();
	await tabTo(page, page.getByLabel('Sort by'));
	await page.keyboard.type('Price: Low');
	await expect.poll(() => page.url()).toContain('sort=price-asc');
	await pressByKeyboard(page, page.getByRole('link', { name: `Explore This ${title}` }));
	await page.getByRole('heading', { name: title, level: 1 }).waitFor();
	await tabTo(page, page.getByRole('button', { name: 'Photo 1 of 2: open full screen' }));
	await page.keyboard.press('ArrowRight');
	await page.getByText('Photo 2 of 2', { exact: true }).waitFor({ state: 'attached' });

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

test('by keyboard alone, a buyer retries a chat that failed to load, writes a message, opens the report dialog and returns to the input', async () => {
	const { seller, buyer, buyerPath } = await createSellerAndBuyer();
	const page = await visit('/about', { as: buyer });
	const options = page.getByRole('button', { name: 'Chat options' });
	const retry = page.getByRole('button', { name: CHAT_MESSAGES.retry });
	await page.route('**/api/chat/open/**', (route) => route.abort());
	await page.goto(buyerPath);
	await retry.waitFor();
	await page.unroute('**/api/chat/open/**');
	await pressByKeyboard(page, retry);
	await waitUntilReady(page);
	await typeByKeyboard(page, composer(page), 'No mouse');
	await page.keyboard.press('Enter');
	await messageItem(page, 'No mouse').waitFor();
	await page.keyboard.press('Shift+Tab');
	await expectFocus(page.getByLabel(CHAT_MESSAGES.addPhotos));
	await page.keyboard.press('Shift+Tab');
	await expectFocus(page.getByRole('log'));

	await page.reload();
	await waitUntilReady(page);
	await pressByKeyboard(page, options);
	await page.keyboard.press('Enter');
	await page.getByRole('dialog', { name: CHAT_MESSAGES.report(seller.userName) }).waitFor();
	await page.keyboard.press('Escape');
	await expectFocus(options);
	await tabTo(page, composer(page));
});
