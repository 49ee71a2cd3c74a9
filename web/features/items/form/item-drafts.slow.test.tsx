import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { addItem, updateItem } from '#contract/items/endpoints.ts';
import type { ItemFields } from '#contract/items/schemas.ts';
import { uploadPhoto } from '#contract/photos/endpoints.ts';
import { UPLOAD_MESSAGES } from '#contract/photos/uploads.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import {
	addButton,
	fakeItems,
	fillItemForm,
	ITEM_FORM_VALUES,
	selectPhotos,
	selectPhotosAndUpload,
	tallPhoto,
	updateButton,
	widePhoto,
} from '#tests/support/fake-item-form.ts';
import { draftNote, startOver } from '#tests/support/form-drafts.ts';
import { sampleItem, samplePhoto } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';
import { deleteSentDraft, draftKey } from './draft-store.ts';

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

describe('draft that another tab posts', () => {
	const POSTED = 'You have posted this from another tab.';
	const KEY = draftKey(STUDENT.id);
	const FIELDS: ItemFields = {
		title: ITEM_FORM_VALUES.Title,
		description: ITEM_FORM_VALUES.Description,
		price: 350,
		category: 'Instruments',
	};
	const title = page.getByLabelText('Title');

	/** Does what another tab does after a post: deletes the draft that was sent with the key, and informs other tabs. */
	async function postInOtherTab(retryKey: string): Promise<void> {
		await deleteSentDraft(KEY, retryKey);
		const channel = new BroadcastChannel('posted');
		channel.postMessage({ draftKey: KEY, retryKey, fields: FIELDS, itemId: 12 });
		channel.close();
	}

	/** Posts in another tab twice: the second message shows that the first has arrived in this tab. */
	async function postInOtherTabAndWait(): Promise<void> {
		await postInOtherTab('another');
		// Messages arrive in the order of sending.
		const sentinel = new BroadcastChannel('posted');
		const received = new Promise((resolve) => sentinel.addEventListener('message', resolve));
		await postInOtherTab('one more');
		await received;
		sentinel.close();
	}

	/** Leaves a draft behind whose post got no response. @returns the `retryKey` of the post */
	async function leaveDraftOfUnansweredPost(): Promise<string> {
		vi.useFakeTimers();
		await renderPage('/post', { as: STUDENT });
		await fillItemForm();
		await selectPhotosAndUpload(await widePhoto());
		const restore = fakeApi.loseAnswers(addItem);
		await addButton.click();
		await skipUntil(page.getByText(UPLOAD_MESSAGES.keptOnDevice).first());
		restore();
		await cleanup();
		const [request] = fakeApi.requests(addItem);
		return request?.headers.get('idempotency-key') ?? '';
	}

	/** Opens the same draft in this tab. */
	async function continueDraft(): Promise<void> {
		await renderPage('/post');
		await expect.element(draftNote).toBeVisible();
	}

	test('when another tab posts a draft, a half-typed copy in this tab is replaced by a link to the item', async () => {
		fakeItems();
		await renderPage('/post', { as: STUDENT });
		await fillItemForm({ Title: ITEM_FORM_VALUES.Title });
		await cleanup();
		await continueDraft();

		await postInOtherTab('another');

		await expect.element(page.getByRole('alert').getByText(POSTED)).toBeVisible();
		await expect.element(addButton).not.toBeInTheDocument();
		// A message of an earlier test may show a second link below.
		const view = page.getByRole('link', { name: 'View item' }).first();
		await expect.element(view).toHaveAttribute('href', '/item/12');
		await page.getByRole('button', { name: 'Add another item' }).click();
		await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
		await expect.element(title).toHaveValue('');
		await expect.element(draftNote).not.toBeInTheDocument();
	});

	test('when another tab repeats an unanswered post, the draft in this tab is replaced by a notice, and no second item is posted', async () => {
		const items = fakeItems();
		const retryKey = await leaveDraftOfUnansweredPost();
		await continueDraft();

		await postInOtherTab(retryKey);

		await expect.element(page.getByRole('alert').getByText(POSTED)).toBeVisible();
		expect(items).toHaveLength(1);
	});

	test('when another tab posts a draft while this tab sends other content, the content stays in the draft', async () => {
		fakeItems();
		await renderPage('/post', { as: STUDENT });
		await fillItemForm({ ...ITEM_FORM_VALUES, Title: 'Chair' });
		await selectPhotosAndUpload(await widePhoto());
		fakeApi.hold(addItem);
		await addButton.click();
		await expect.poll(() => fakeApi.requests(addItem)).toHaveLength(1);

		await postInOtherTabAndWait();
		await cleanup();
		await continueDraft();

		await expect.element(title).toHaveValue('Chair');
	});

	test('when another tab posts a draft while this tab sends the same content, this tab stops and shows a notice', async () => {
		fakeItems();
		await renderPage('/post', { as: STUDENT });
		await fillItemForm();
		const release = fakeApi.hold(uploadPhoto);
		selectPhotos(await widePhoto());
		await expect.poll(() => fakeApi.requests(uploadPhoto)).toHaveLength(1);
		await cleanup();
		await continueDraft();
		await addButton.click();
		await expect.element(title).toBeDisabled();

		await postInOtherTab('another');

		await expect.element(page.getByRole('alert').getByText(POSTED)).toBeVisible();
		release();
		await expect.element(page.getByRole('button', { name: 'Add another item' })).toBeVisible();
		expect(fakeApi.requests(addItem)).toEqual([]);
	});
});
