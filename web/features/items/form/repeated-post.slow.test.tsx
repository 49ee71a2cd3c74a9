import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { addItem, updateItem } from '#contract/items/endpoints.ts';
import type { Item } from '#contract/items/schemas.ts';
import { UPLOAD_MESSAGES } from '#contract/photos/uploads.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import {
	addButton,
	fakeItems,
	fillItemForm,
	ITEM_FORM_VALUES,
	photoSizesOf,
	selectPhotosAndUpload,
	tallPhoto,
	widePhoto,
} from '#tests/support/fake-item-form.ts';
import { draftNote, startOver } from '#tests/support/form-drafts.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

const FIRST = ITEM_FORM_VALUES.Title;
const SOLD = { isAvailable: false, status: 'sold' } as const;
const isHome = () => window.location.pathname === '/';
let items: Item[];

beforeEach(async () => {
	vi.useFakeTimers();
	items = fakeItems();
	await renderPage('/post', { as: STUDENT });
	await fillItemForm();
	await selectPhotosAndUpload(await widePhoto());
	await submitAndLoseResponses();
});

/** Submits the form. The server stores the item, but its responses are lost, and the user cancels the waiting submit. */
async function submitAndLoseResponses(): Promise<void> {
	const restore = fakeApi.loseAnswers(addItem);
	await addButton.click();
	await skipUntil(page.getByText(UPLOAD_MESSAGES.keptOnDevice).first());
	await page.getByRole('button', { name: 'Cancel upload' }).click();
	restore();
}

/** Begins a new item in place of the item whose response was lost. */
async function postAnother(title: string): Promise<void> {
	await cleanup();
	await renderPage('/post');
	await startOver();
	await fillItemForm({ ...ITEM_FORM_VALUES, Title: title });
	await selectPhotosAndUpload(await widePhoto());
}

/** Closes the form and opens it again, as on a later visit. */
async function reopen(): Promise<void> {
	await cleanup();
	await renderPage('/post');
	await expect.element(draftNote).toBeVisible();
}

/** Submits the form, and waits until the home page opens. */
async function submit(): Promise<void> {
	await addButton.click();
	await skipUntil(isHome);
}

const titles = () => items.map(({ title }) => title);
const onSale = () => items.filter(({ isAvailable }) => isAvailable).map(({ title }) => title);

describe('a draft that was posted, but whose response was lost, submitted again on a later visit', () => {
	test('new text in the draft of an unanswered post becomes a second item, and the first item stays as it is', async () => {
		await reopen();
		await fillItemForm({ Title: 'Chair' });

		await submit();

		expect(titles()).toEqual(['Chair', FIRST]);
		expect(fakeApi.requests(updateItem)).toEqual([]);
	});

	test('new text in the draft of an unanswered post, whose submit gets no response either, is posted only once', async () => {
		await reopen();
		await fillItemForm({ Title: 'Chair' });
		const count = fakeApi.requests(addItem).length;
		const releaseFirst = fakeApi.hold(addItem);
		await addButton.click();
		await expect.poll(() => fakeApi.requests(addItem)).toHaveLength(count + 1);
		releaseFirst();
		const releaseSecond = fakeApi.hold(addItem);
		await expect.poll(() => fakeApi.requests(addItem)).toHaveLength(count + 2);
		const restore = fakeApi.loseAnswers(addItem);
		releaseSecond();
		await skipUntil(() => fakeApi.requests(addItem).length > count + 2);
		await page.getByRole('button', { name: 'Cancel upload' }).click();
		restore();
		expect(titles()).toEqual(['Chair', FIRST]);
		await reopen();

		await submit();

		expect(titles()).toEqual(['Chair', FIRST]);
		expect(fakeApi.requests(updateItem)).toEqual([]);
	});

	test('a correction of an unanswered post, unanswered too, changes the posted item on the next visit and creates no second item', async () => {
		await fillItemForm({ Title: 'Better words' });
		await submitAndLoseResponses();
		expect(titles()).toEqual([FIRST]);
		await reopen();

		await submit();

		expect(titles()).toEqual(['Better words']);
	});

	test('a photo added to the draft of an unanswered post is added to the posted item', async () => {
		await reopen();
		await selectPhotosAndUpload(await tallPhoto());

		await submit();

		expect(titles()).toEqual([FIRST]);
		expect(photoSizesOf(items[0])).toEqual(['80 × 60', '60 × 90']);
	});

	test('the draft of an unanswered post becomes a second item, which is on sale, if the first item was sold meanwhile', async () => {
		Object.assign(items[0] as Item, SOLD);
		await reopen();

		await submit();

		expect(titles()).toEqual([FIRST, FIRST]);
		expect(onSale()).toEqual([FIRST]);
	});

	test('the draft of an unanswered post becomes an item again if the first item was deleted meanwhile, and is then erased', async () => {
		items.length = 0;
		await reopen();

		await submit();

		expect(titles()).toEqual([FIRST]);
		await cleanup();
		await renderPage('/post');
		await expect.element(page.getByLabelText('Title')).toHaveValue('');
	});
});

test('an item that is sold while its post is repeated automatically is not posted again', async () => {
	await postAnother('Chair');
	const restore = fakeApi.loseAnswers(addItem);
	await addButton.click();
	await skipUntil(() => items.length === 2);
	Object.assign(items[0] as Item, SOLD);

	restore();
	await skipUntil(isHome);

	expect(titles()).toEqual(['Chair', FIRST]);
});
