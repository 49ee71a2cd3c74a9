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
	photoInput,
	selectPhotosAndUpload,
	updateButton,
	widePhoto,
} from '#tests/support/fake-item-form.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { clearCredentials } from '#web/lib/session/credentials.ts';

const EMPTY = { Title: '', Description: '', 'Price in ₹': '', Category: '' };
const ALL_FIELDS = {
	Title: 'Drafter',
	Description: 'Hardly used',
	'Price in ₹': '350',
	Category: 'Books',
};

async function expectMessages(...errors: readonly DeclaredError[]): Promise<void> {
	await expect.poll(alertTexts).toEqual(errors.map(({ message }) => message));
}

describe('form for a new item', () => {
	test('all missing and invalid values of a new item are reported, those of the photos first, and the first gets the focus', async () => {
		const items = await openPostForm();
		const { title, description, price, category } = ITEM_ERRORS;
		await fillItemForm(EMPTY);
		await addButton.click();
		await expectMessages(PHOTO_ERRORS.addNone, title, description, price, category);
		expect(document.activeElement).toBe(photoInput());

		await fillItemForm({ ...ALL_FIELDS, Description: '', 'Price in ₹': '1,234.567' });
		await selectPhotosAndUpload(await widePhoto());
		await addButton.click();
		await expectMessages(description, price);
		await expect.element(page.getByLabelText('Description')).toHaveFocus();
		expect(items).toEqual([]);
	});

	test('when the session has ended, the form for a new item asks the user to log in before it asks for photos', async () => {
		const items = await openPostForm();
		await fillItemForm(ALL_FIELDS);
		clearCredentials();

		await addButton.click();

		await expectMessages(ITEM_ERRORS.signInToAdd);
		expect(items).toEqual([]);
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
		await fillItemForm(EMPTY);
		await updateButton.click();
		await expectMessages(editNone, title, description, editPrice, category);

		await fillItemForm({ ...ALL_FIELDS, 'Price in ₹': '99,99,999' });
		await updateButton.click();
		await expectMessages(editNone, price);
	});

	async function openEditForm() {
		const [item = sampleItem()] = fakeItems(sampleItem());
		await renderPage(`/update-item/${item.id}`, { as: STUDENT });
		await expect.element(page.getByRole('heading', { name: 'Update Photos' })).toBeVisible();
		await expect.element(page.getByRole('heading', { name: 'Update Item Details' })).toBeVisible();
	}
});
