import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { expectAccessibleInAllViewports } from '#tests/support/page-checks.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';
import { jpeg } from '#tests/support/test-images.ts';

const { visit } = await openBrowser();
const owner = await signUpPerson('Meera');
const item = await postItemAs(owner, { title: 'Dividers of the dialogs' }, [
	await jpeg({ width: 900, height: 700 }),
	await jpeg({ width: 700, height: 900 }),
]);

/** Each dialog: its name, its page, how it is opened, and a text that shows that it is open. */
const DIALOGS: readonly [string, string, (page: Page) => Promise<void>, string][] = [
	[
		'the question before a sale',
		`/item/${item}`,
		(page) => page.getByRole('button', { name: 'Mark as Sold' }).click(),
		ITEM_MESSAGES.sellConfirmation,
	],
	[
		'a photo over the whole screen',
		`/item/${item}`,
		(page) => page.getByRole('button', { name: 'Photo 1 of 2: open full screen' }).click(),
		'1 / 2',
	],
	[
		'the question before an account is deleted',
		'/account',
		(page) => page.getByRole('button', { name: 'Delete my account' }).click(),
		'This cannot be undone.',
	],
	[
		'the titles on offer while one types',
		'/',
		(page) => page.getByRole('combobox', { name: 'Search the market' }).pressSequentially('divid'),
		'Dividers of the dialogs',
	],
	[
		'the menu',
		'/',
		(page) => page.getByRole('button', { name: 'Menu', exact: true }).click(),
		'My Profile',
	],
];

test.each(DIALOGS)(
	'axe finds nothing wrong in %s, on phone and desktop, light and dark',
	async (...dialog) => {
		const [, path, open, sign] = dialog;
		const page = await visit(path, { as: owner, width: 360 });

		await open(page);
		await page.getByText(sign).locator('visible=true').first().waitFor();

		await expectAccessibleInAllViewports(page);
	},
);

test('a dialog stays open when a text selection ends outside it, and closes on a click outside', async () => {
	const page = await visit(`/item/${item}`, { as: await signUpPerson(), width: 1280 });
	await page.getByRole('button', { name: 'Report Item' }).click();
	const complaint = page.getByRole('textbox', { name: 'Description' });
	await complaint.fill('The compass has no needle');
	const bounds = await complaint.boundingBox();
	if (!bounds) throw new Error('The field is nowhere.');

	await page.mouse.move(bounds.x + bounds.width / 2, bounds.y + 20);
	await page.mouse.down();
	await page.mouse.move(5, bounds.y + 20, { steps: 3 });
	await page.mouse.up();
	expect(await complaint.inputValue()).toBe('The compass has no needle');
	await page.mouse.click(5, 5);

	await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

/** Each question: its page, its button, and how it begins. */
const QUESTIONS: readonly [string, string, string][] = [
	['Mark as Sold', `/item/${item}`, ITEM_MESSAGES.sellConfirmation],
	['Sign out everywhere', '/account', 'All your devices are signed out, this one too.'],
	['Delete my account', '/account', 'This cannot be undone.'],
];

test.each(QUESTIONS)(
	'a screen reader reads the question of %s together with its title',
	async (name, path, description) => {
		const page = await visit(path, { as: owner });

		await page.getByRole('button', { name }).click();

		await page.getByRole('alertdialog', { name, description }).waitFor();
	},
);
