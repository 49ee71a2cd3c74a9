import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { PHOTO_MESSAGES } from '#contract/photos/photos.ts';
import { UPLOAD_MESSAGES } from '#contract/photos/uploads.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';
import {
	alertTexts,
	fillItemForm,
	type ItemFormValues,
	itemsOf,
	openPostForm,
	selectPhotos,
	selectPhotosAndUpload,
} from '#tests/support/posting.ts';
import { jpeg, phonePhotoOfAtLeast, type TestImage } from '#tests/support/test-images.ts';

const { visit } = await openBrowser();
const MEGABYTE = 1024 ** 2;
const photo = await jpeg();
const person = await signUpPerson();

/** Too large, and in no format that the page can make smaller. */
const oversizedPhoto = (name: string, megabytes: number): TestImage => ({
	name,
	bytes: Buffer.alloc(megabytes * MEGABYTE + 1),
});

/** What is typed, and the messages from top to bottom (spec 1 §5): the photos stand above the fields. */
type Broken = [typed: ItemFormValues, ...messages: string[]];
const EMPTY = { Title: '', Description: '', Price: '', Category: '' };
const TITLE = { ...EMPTY, Title: 'Drafter' };
const DESCRIPTION = { ...TITLE, Description: 'Hardly used' };
const PRICE = { ...DESCRIPTION, Price: '350' };
const CATEGORY = { ...PRICE, Category: 'Books' };
const long = 'x'.repeat(256);

/** Presses the button and expects exactly these messages. */
async function expectMessages(page: Page, button: string, messages: string[]) {
	await page.getByRole('button', { name: button }).click();

	await expect.poll(() => alertTexts(page)).toEqual(messages);
}

/** Ends the session as another tab of the same browser does. */
async function endSession(page: Page) {
	const other = await page.context().newPage();
	await other.goto('/about-nothing');
	await other.evaluate(() => localStorage.clear());
	await other.close();
}

describe('a new item', () => {
	test('is checked for everything missing or wrong, and is not posted', async () => {
		const { person: seller, page } = await openPostForm(visit);
		const { title, description, price, category, priceDecimals } = ITEM_MESSAGES;
		const { addNone } = PHOTO_MESSAGES;
		const broken: Broken[] = [
			[EMPTY, addNone, title, description, price, category],
			[TITLE, addNone, description, price, category],
			[DESCRIPTION, addNone, price, category],
			[PRICE, addNone, category],
			[{ ...CATEGORY, Price: '0' }, addNone, price],
			[{ ...CATEGORY, Price: '10,00,000' }, addNone, price],
			[{ ...CATEGORY, Price: '1,234.567' }, addNone, priceDecimals],
			[{ ...CATEGORY, Title: long }, addNone, title],
			[{ ...CATEGORY, Description: long }, addNone, description],
			[CATEGORY, addNone],
		];

		for (const [typed, ...messages] of broken) {
			await fillItemForm(page, typed);
			await expectMessages(page, 'Add Item', messages);
		}
		expect(await itemsOf(seller)).toEqual([]);
	});

	test('moves the focus to the first error, the photos before the fields', async () => {
		const { page } = await openPostForm(visit);
		const { addNone } = PHOTO_MESSAGES;
		await fillItemForm(page, { ...PRICE, Description: '' });

		await expectMessages(page, 'Add Item', [
			addNone,
			ITEM_MESSAGES.description,
			ITEM_MESSAGES.category,
		]);
		await expectFocus(page.locator('input[type=file]'));

		await selectPhotosAndUpload(page, photo);
		await expectMessages(page, 'Add Item', [ITEM_MESSAGES.description, ITEM_MESSAGES.category]);
		await expectFocus(page.getByLabel('Description'));
	});

	test('asks a user whose session ended to log in, before it asks for photos', async () => {
		const { person: seller, page } = await openPostForm(visit);
		await fillItemForm(page, CATEGORY);
		await endSession(page);

		await expectMessages(page, 'Add Item', [ITEM_MESSAGES.signInToAdd]);
		expect(await itemsOf(seller)).toEqual([]);
	});

	test('takes four photos and says that a fifth was not added', async () => {
		const page = await visit('/post', { as: person });
		await selectPhotosAndUpload(page, photo, photo);

		await selectPhotos(page, photo, oversizedPhoto('pile.jpg', 5), photo);

		await page.getByText(PHOTO_MESSAGES.addTooMany).waitFor();
		expect(await alertTexts(page)).toEqual([PHOTO_MESSAGES.addTooMany]);
		expect(await page.getByRole('button', { name: /^Remove photo/ }).count()).toBe(2);
	});

	test('has a remove button of full touch size on each photo', async () => {
		const page = await visit('/post', { as: person, width: 360 });
		await selectPhotos(page, photo);

		const bounds = await page.getByRole('button', { name: 'Remove photo 1' }).boundingBox();

		expect(Math.min(bounds?.width ?? 0, bounds?.height ?? 0)).toBeGreaterThanOrEqual(44);
	});

	test('names files above 5 MB that cannot be made smaller', async () => {
		const page = await visit('/post', { as: person });

		await selectPhotos(page, photo, oversizedPhoto('one.jpg', 5), oversizedPhoto('two.jpg', 5));

		await page.getByText('These files exceed 8MB limit: one.jpg, two.jpg').waitFor();
		expect(await page.getByRole('button', { name: /^Remove photo/ }).count()).toBe(0);
	});
});

describe('an edited item', () => {
	test('is checked for everything missing or wrong', async () => {
		const page = await openEdit();
		await page.getByRole('button', { name: 'Remove photo 1' }).click();
		const { title, description, price, editPrice, category, priceDecimals } = ITEM_MESSAGES;
		const { editNone } = PHOTO_MESSAGES;
		const broken: Broken[] = [
			[EMPTY, editNone, title, description, editPrice, category],
			[DESCRIPTION, editNone, editPrice, category],
			[{ ...CATEGORY, Price: '0' }, editNone, editPrice],
			[{ ...CATEGORY, Price: '99,99,999' }, editNone, price],
			[{ ...CATEGORY, Price: '1234.567' }, editNone, priceDecimals],
			[CATEGORY, editNone],
		];

		for (const [typed, ...messages] of broken) {
			await fillItemForm(page, typed);
			await expectMessages(page, 'Update Item', messages);
		}
	});

	test('asks a user whose session ended to log in, before it asks for photos', async () => {
		const page = await openEdit();
		await page.getByRole('button', { name: 'Remove photo 1' }).click();
		await endSession(page);

		await expectMessages(page, 'Update Item', [ITEM_MESSAGES.signInToUpdate]);
	});

	test('names files above 8 MB that cannot be made smaller, before it counts photos', async () => {
		const page = await openEdit();

		await selectPhotos(page, photo, photo, photo, oversizedPhoto('pile.jpg', 8));

		await page.getByText('These files exceed 8MB limit: pile.jpg').waitFor();
		expect(await page.getByRole('button', { name: /^Remove photo/ }).count()).toBe(1);
	});

	test('has at most four photos, kept and new together', async () => {
		const page = await openEdit();

		await selectPhotos(page, photo, photo, photo, photo);

		await page.getByText(PHOTO_MESSAGES.editTooMany).waitFor();
		expect(await page.getByRole('button', { name: /^Remove photo/ }).count()).toBe(1);
	});

	test('says when a phone has too little memory to make its photos smaller', async () => {
		const page = await openEdit();
		await page.evaluate(() => {
			OffscreenCanvas.prototype.convertToBlob = () => Promise.reject(new Error('Out of memory'));
		});

		await selectPhotos(page, await phonePhotoOfAtLeast(9 * MEGABYTE));

		await page.getByText(UPLOAD_MESSAGES.notResized).waitFor();
	});

	test('that cannot be loaded says so in its heading, and loads on a retry', async () => {
		const id = await postItemAs(person);
		const page = await visit('/about', { as: person });
		await page.route('**/api/item/get-item-details/*', (route) => route.abort());
		await page.goto(`/update-item/${id}`);

		await page.getByRole('heading', { level: 1, name: ITEM_MESSAGES.failed }).waitFor();
		const onward = page.getByRole('main').getByRole('link', { name: 'My Profile' });
		expect(await onward.getAttribute('href')).toBe('/profile');
		await page.unroute('**/api/item/get-item-details/*');
		await page.getByRole('button', { name: 'Try again' }).click();

		await page.getByRole('heading', { name: 'Update Item Details' }).waitFor();
	});

	async function openEdit() {
		const page = await visit(`/update-item/${await postItemAs(person)}`, { as: person });
		await page.getByRole('heading', { name: 'Update Photos' }).waitFor();
		await page.getByRole('heading', { name: 'Update Item Details' }).waitFor();
		return page;
	}
});
