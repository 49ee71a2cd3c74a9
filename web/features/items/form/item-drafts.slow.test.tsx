import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { addItem, updateItem } from '#contract/items/endpoints.ts';
import { UPLOAD_MESSAGES } from '#contract/photos/uploads.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import {
	addButton,
	fakeItems,
	fillItemForm,
	ITEM_FORM_VALUES,
	selectPhotosAndUpload,
	tallPhoto,
	updateButton,
	widePhoto,
} from '#tests/support/fake-item-form.ts';
import { draftNote, startOver } from '#tests/support/form-drafts.ts';
import { sampleItem, samplePhoto } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

const title = page.getByLabelText('Title');
const removeButtons = page.getByRole('button', { name: /^Remove photo/ });

/** Closes the form and opens it again, as a reload of the page does. */
async function reopen(path: string): Promise<void> {
	await cleanup();
	await renderPage(path);
	await expect.element(draftNote).toBeVisible();
}

describe('draft of a new item', () => {
	test('the draft is restored with text and photos on the next visit, and deleted once the item is posted', async () => {
		const items = fakeItems();
		await renderPage('/post', { as: STUDENT });
		await fillItemForm({ Title: 'Half a thought', 'Price in ₹': '₹1,200' });
		await selectPhotosAndUpload(await widePhoto(), await tallPhoto());

		await reopen('/post');

		await expect.element(title).toHaveValue('Half a thought');
		await expect.element(page.getByLabelText('Price in ₹')).toHaveValue('₹1,200');
		const pictures = page.getByRole('list').getByRole('img').elements();
		expect(pictures.map((picture) => picture.getAttribute('alt'))).toEqual([
			'wide.jpg',
			'tall.jpg',
		]);
		await fillItemForm({ Description: ITEM_FORM_VALUES.Description, Category: 'Books' });
		await addButton.click();
		await expect.poll(() => items).toMatchObject([{ title: 'Half a thought', price: 1200 }]);
		await expect.poll(() => window.location.pathname).toBe('/');
		await cleanup();
		await renderPage('/post');
		await expect.element(title).toHaveValue('');
		await expect.element(draftNote).not.toBeInTheDocument();
	});

	test('the user can discard the draft with its photos', async () => {
		fakeItems();
		await renderPage('/post', { as: STUDENT });
		await fillItemForm();
		await selectPhotosAndUpload(await widePhoto());
		await reopen('/post');

		await page.getByRole('button', { name: 'Start over' }).click();
		await page.getByRole('button', { name: 'Keep it' }).click();
		await expect.element(removeButtons).toBeVisible();

		await startOver();

		await expect.element(draftNote).not.toBeInTheDocument();
		await expect.element(title).toHaveValue('');
		await expect.element(removeButtons).not.toBeInTheDocument();
	});

	test('when the response to a post is lost, posting the draft again on the next visit creates no second item', async () => {
		vi.useFakeTimers();
		const items = fakeItems();
		await renderPage('/post', { as: STUDENT });
		await fillItemForm();
		await selectPhotosAndUpload(await widePhoto());
		const restore = fakeApi.loseAnswers(addItem);
		await addButton.click();
		await skipUntil(page.getByText(UPLOAD_MESSAGES.keptOnDevice).first());

		restore();
		await reopen('/post');
		await addButton.click();

		await expect.poll(() => window.location.pathname).toBe('/');
		expect(items).toHaveLength(1);
	});
});

test('the draft of an edited item does not overwrite what another device has changed since the draft was begun', async () => {
	const photos = [samplePhoto(0), samplePhoto(1)];
	const details = { works: 'yes', brand: 'Casio' };
	const [item = sampleItem()] = fakeItems(
		sampleItem({ price: 500, photos, category: 'Electronics', details, version: 'old' }),
	);
	const path = `/update-item/${item.id}`;
	await renderPage(path, { as: STUDENT });
	await fillItemForm({ Title: 'Better words', Description: 'My words' });
	await page.getByRole('button', { name: 'Remove photo 1' }).click();
	const elsewhere = {
		price: 400,
		description: 'Their words',
		details: { works: 'yes', brand: 'Lenovo' },
		version: 'new',
	};
	Object.assign(item, { ...elsewhere, photos: [...photos, samplePhoto(2)] });

	await reopen(path);

	await expect.element(title).toHaveValue('Better words');
	await expect.element(page.getByLabelText('Price in ₹')).toHaveValue('400');
	await expect.element(page.getByLabelText('Brand')).toHaveValue('Lenovo');
	await expect.poll(() => removeButtons.elements()).toHaveLength(2);

	fakeApi.answer(
		updateItem,
		refuse(409, REQUEST_ERRORS.changedMeanwhile, { current: { ...item, version: 'new' } }),
	);
	await updateButton.click();

	const question = page.getByRole('dialog');
	await expect.element(question.getByText('Their words')).toBeVisible();
	expect(question.getByRole('group').elements()).toHaveLength(1);
	expect(fakeApi.requests(updateItem)[0]?.body).toMatchObject({ version: 'old', price: 400 });
});
