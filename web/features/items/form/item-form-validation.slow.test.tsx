import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { DeclaredError } from '#contract/core/errors.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import {
	addButton,
	alertTexts,
	fakeItems,
	fillItemForm,
	type ITEM_FORM_VALUES,
	photoInput,
	selectPhotos,
	selectPhotosAndUpload,
	updateButton,
	widePhoto,
} from '#tests/support/fake-item-form.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { clearCredentials } from '#web/lib/session/credentials.ts';

const MEGABYTE = 1024 ** 2;
/** A file one byte above the limit. It contains no picture, so the page cannot make it smaller. */
const oversizedPhoto = (name: string, limitMegabytes: number) =>
	new File([new Uint8Array(limitMegabytes * MEGABYTE + 1)], name, { type: 'image/jpeg' });
const removeButtons = page.getByRole('button', { name: /^Remove photo/ });

/**
 * What is typed, and the errors from top to bottom of the page. Errors of photos come first, as photos are
 * above the fields.
 */
type InvalidEntry = [typed: Partial<typeof ITEM_FORM_VALUES>, ...errors: DeclaredError[]];
const EMPTY = { Title: '', Description: '', 'Price in ₹': '', Category: '' };
const UP_TO_TITLE = { ...EMPTY, Title: 'Drafter' };
const UP_TO_DESCRIPTION = { ...UP_TO_TITLE, Description: 'Hardly used' };
const UP_TO_PRICE = { ...UP_TO_DESCRIPTION, 'Price in ₹': '350' };
const ALL_FIELDS = { ...UP_TO_PRICE, Category: 'Books' };
const TOO_LONG = 'x'.repeat(256);

async function expectMessages(...errors: readonly DeclaredError[]): Promise<void> {
	await expect.poll(alertTexts).toEqual(errors.map(({ message }) => message));
}

describe('form for a new item', () => {
	test('all missing and invalid values of a new item are reported, and the item is not posted', async () => {
		const items = await openPostForm();
		const { title, description, price, category } = ITEM_ERRORS;
		const { addNone } = PHOTO_ERRORS;
		const invalidEntries: InvalidEntry[] = [
			[EMPTY, addNone, title, description, price, category],
			[UP_TO_TITLE, addNone, description, price, category],
			[UP_TO_DESCRIPTION, addNone, price, category],
			[UP_TO_PRICE, addNone, category],
			[{ ...ALL_FIELDS, 'Price in ₹': '0' }, addNone, price],
			[{ ...ALL_FIELDS, 'Price in ₹': '10,00,000' }, addNone, price],
			[{ ...ALL_FIELDS, 'Price in ₹': '1,234.567' }, addNone, price],
			[{ ...ALL_FIELDS, Title: TOO_LONG }, addNone, title],
			[{ ...ALL_FIELDS, Description: TOO_LONG }, addNone, description],
			[ALL_FIELDS, addNone],
		];

		for (const [typed, ...errors] of invalidEntries) {
			await fillItemForm(typed);
			await addButton.click();
			await expectMessages(...errors);
		}
		expect(items).toEqual([]);
	});

	test('the first error gets the focus, an error of the photos before errors of the fields', async () => {
		await openPostForm();
		await fillItemForm({ ...UP_TO_PRICE, Description: '' });

		await addButton.click();
		await expectMessages(PHOTO_ERRORS.addNone, ITEM_ERRORS.description, ITEM_ERRORS.category);
		expect(document.activeElement).toBe(photoInput());

		await selectPhotosAndUpload(await widePhoto());
		await addButton.click();
		await expectMessages(ITEM_ERRORS.description, ITEM_ERRORS.category);
		await expect.element(page.getByLabelText('Description')).toHaveFocus();
	});

	test('when the session has ended, the form for a new item asks the user to log in before it asks for photos', async () => {
		const items = await openPostForm();
		await fillItemForm(ALL_FIELDS);
		clearCredentials();

		await addButton.click();

		await expectMessages(ITEM_ERRORS.signInToAdd);
		expect(items).toEqual([]);
	});

	test('a selection that would make five photos is refused as a whole, before file sizes are checked', async () => {
		await openPostForm();
		await selectPhotosAndUpload(await widePhoto(), await widePhoto());

		selectPhotos(await widePhoto(), oversizedPhoto('pile.jpg', 5), await widePhoto());

		await expectMessages(PHOTO_ERRORS.addTooMany);
		expect(removeButtons.elements()).toHaveLength(2);
	});

	async function openPostForm(width = 1024) {
		const items = fakeItems();
		await renderPage('/post', { as: STUDENT, width });
		await expect.element(page.getByRole('heading', { name: 'Add New Item' })).toBeVisible();
		return items;
	}
});

describe('form for an edited item', () => {
	test('all missing and invalid values of an edited item are reported', async () => {
		await openEditForm();
		await page.getByRole('button', { name: 'Remove photo 1' }).click();
		const { title, description, price, editPrice, category } = ITEM_ERRORS;
		const { editNone } = PHOTO_ERRORS;
		const invalidEntries: InvalidEntry[] = [
			[EMPTY, editNone, title, description, editPrice, category],
			[UP_TO_DESCRIPTION, editNone, editPrice, category],
			[{ ...ALL_FIELDS, 'Price in ₹': '0' }, editNone, editPrice],
			[{ ...ALL_FIELDS, 'Price in ₹': '99,99,999' }, editNone, price],
			[{ ...ALL_FIELDS, 'Price in ₹': '1234.567' }, editNone, editPrice],
			[ALL_FIELDS, editNone],
		];

		for (const [typed, ...errors] of invalidEntries) {
			await fillItemForm(typed);
			await updateButton.click();
			await expectMessages(...errors);
		}
	});

	test('an item has at most four photos, old and new photos together', async () => {
		await openEditForm();

		selectPhotos(await widePhoto(), await widePhoto(), await widePhoto(), await widePhoto());

		await expectMessages(PHOTO_ERRORS.editTooMany);
		expect(removeButtons.elements()).toHaveLength(1);
	});

	async function openEditForm() {
		const [item = sampleItem()] = fakeItems(sampleItem());
		await renderPage(`/update-item/${item.id}`, { as: STUDENT });
		await expect.element(page.getByRole('heading', { name: 'Update Photos' })).toBeVisible();
		await expect.element(page.getByRole('heading', { name: 'Update Item Details' })).toBeVisible();
	}
});
