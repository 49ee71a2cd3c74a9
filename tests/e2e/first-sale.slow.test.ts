import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { threePhotos, toFilePayloads } from '#tests/support/file-payloads.ts';

const { visit } = await openBrowser();

test('on a phone a student signs up and sells an item, which then leaves the listings', async () => {
	const title = `Bicycle ${randomUUID().slice(0, 8)}`;
	const page = await visit('/', { width: 360 });

	// Sign up.
	await page.getByRole('link', { name: 'Login' }).click();
	await page.getByRole('link', { name: 'Sign Up' }).click();
	await page.getByLabel('Name', { exact: true }).fill('Kavya');
	await page.getByLabel('Email address').fill(`${randomUUID()}@campus.example`);
	await page.getByLabel('Password', { exact: true }).fill('chalk and talk');
	await page.getByLabel('Confirm Password').fill('chalk and talk');
	await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
	await page.getByRole('banner').getByRole('link', { name: 'Notifications' }).waitFor();

	// Post with three photos.
	await page.getByRole('link', { name: 'Sell', exact: true }).click();
	await page.locator('input[type=file]').setInputFiles(toFilePayloads(await threePhotos()));
	await page.getByText('Cover', { exact: true }).waitFor();
	await page.getByLabel('Title').fill(title);
	await page.getByLabel('Description').fill('Blue, with lock. New rear tyre in August.');
	await page.getByLabel('Price in ₹').fill('3200');
	await page.getByLabel('Category').selectOption('Essentials');
	await page.getByRole('button', { name: 'Add Item' }).click();
	await page.waitForURL('/');

	// Find it in the listing.
	await page
		.getByRole('navigation', { name: 'Main' })
		.getByRole('link', { name: 'Browse', exact: true })
		.click();
	await page.getByRole('link', { name: 'Essentials' }).first().click();
	await page.getByRole('heading', { name: 'Essentials', level: 1 }).waitFor();
	await page.getByPlaceholder('Search products...').fill(title);
	await page.getByText('1 product available').waitFor();
	await page.getByRole('link', { name: `Explore This ${title}` }).click();
	await page.getByRole('heading', { name: title, level: 1 }).waitFor();
	await page.getByText('1 / 3').waitFor();

	// Edit it.
	await page.getByRole('link', { name: 'Update Item' }).click();
	await page.getByLabel('Price in ₹').fill('2900.50');
	await page.getByRole('button', { name: 'Update Item' }).click();
	await page.getByText('₹2,900.50').first().waitFor();

	// Cancel once, then mark it as sold.
	await page.getByRole('button', { name: 'Mark as Sold' }).click();
	const confirmation = page.getByRole('alertdialog');
	await confirmation.getByText(ITEM_MESSAGES.sellConfirmation).waitFor();
	await confirmation.getByRole('button', { name: 'Cancel' }).click();
	await page.getByText(ITEM_MESSAGES.sellCancelled).waitFor();
	await page.getByRole('button', { name: 'Mark as Sold' }).click();
	await confirmation.getByRole('button', { name: 'Proceed' }).click();
	await page.getByText(ITEM_MESSAGES.sellSucceeded).waitFor();
	await page.getByRole('button', { name: 'Sold', exact: true }).click();
	await page.getByText(ITEM_ERRORS.alreadySold.message).waitFor();
	expect(await page.getByRole('link', { name: 'Update Item' }).count()).toBe(0);

	// The listing no longer has it; the student's own page does.
	await page.goto(`/category/Essentials?q=${encodeURIComponent(title)}`);
	await page.getByText('No products found').waitFor();
	await page.getByRole('link', { name: 'Me', exact: true }).click();
	await page.getByRole('heading', { name: title }).waitFor();
});
