import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { addItem, updateItem } from '#contract/items/endpoints.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import type { Item } from '#contract/items/schemas.ts';
import { uploadPhoto } from '#contract/photos/endpoints.ts';
import { UPLOAD_MESSAGES } from '#contract/photos/uploads.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import {
	addButton,
	fakeItems,
	fillItemForm,
	ITEM_FORM_VALUES,
	photoSizesOf,
	selectPhotos,
	selectPhotosAndUpload,
	tallPhoto,
	widePhoto,
} from '#tests/support/fake-item-form.ts';
import { draftNote, startOver } from '#tests/support/form-drafts.ts';
import { renderApp, renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

describe('unanswered post', () => {
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
});

describe('interrupted post', () => {
	const title = page.getByLabelText('Title');
	const keptOnDevice = page.getByText(UPLOAD_MESSAGES.keptOnDevice).first();
	const stillPending = page.getByText('What you sent from this form is still on its way.');
	const waitingForConnection = page.getByText('Waiting for a connection…');
	let items: ReturnType<typeof fakeItems>;

	beforeEach(async () => {
		items = fakeItems();
		await renderApp('/post', { as: STUDENT });
		await fillItemForm();
	});

	/** Opens a page that asks the server for nothing. */
	async function openAbout(): Promise<void> {
		await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click();
		await page
			.getByRole('dialog', { name: 'Menu' })
			.getByRole('link', { name: 'About Us' })
			.click();
		await expect.element(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible();
	}

	const titles = () => items.map((item) => item.title);

	describe('leaving the form for a new item while the item is being saved', () => {
		test('a user who returns to the form sees the save finish, and can then post another item', async () => {
			const { release } = await leaveDuringUpload();
			window.history.back();
			await expect.element(stillPending).toBeVisible();
			await expect.element(page.getByRole('progressbar')).toBeVisible();

			release();

			await expect.element(page.getByText(ITEM_MESSAGES.added)).toBeVisible();
			await expect.element(title).toHaveValue('');
			await fillItemForm({ ...ITEM_FORM_VALUES, Title: 'Set square' });
			await selectPhotosAndUpload(await tallPhoto());
			await addButton.click();
			await expect.poll(titles).toEqual(['Set square', ITEM_FORM_VALUES.Title]);
		});

		test('a user who returns to the form while the save waits for a connection is told so, and can cancel the save', async () => {
			await selectPhotosAndUpload(await widePhoto());
			fakeApi.goOffline();
			await addButton.click();
			await expect.element(waitingForConnection).toBeVisible();
			await openAbout();
			window.history.back();
			await expect.element(stillPending).toBeVisible();
			await expect.element(waitingForConnection).toBeVisible();

			await page.getByRole('button', { name: 'Cancel upload' }).click();

			await expect.element(draftNote).toBeVisible();
			await expect.element(title).toHaveValue(ITEM_FORM_VALUES.Title);
			fakeApi.goOnline();
			await title.fill('Set square');
			await addButton.click();
			await expect.element(page.getByText(ITEM_MESSAGES.added)).toBeVisible();
			expect(titles()).toEqual(['Set square']);
			expect(fakeApi.requests(addItem)).toHaveLength(1);
		});

		test('when the save of a new item fails after the user has left the form, the error links back to the filled form', async () => {
			await selectPhotosAndUpload(await widePhoto());
			fakeApi.answer(addItem, () => Response.json({ success: false }, { status: 500 }));
			const releaseFailure = fakeApi.hold(addItem);
			await addButton.click();
			await expect.poll(() => fakeApi.requests(addItem)).toHaveLength(1);
			await openAbout();

			releaseFailure();

			const alert = page.getByRole('alert').getByText(ITEM_MESSAGES.addFailed);
			await expect.element(alert).toBeVisible();
			await page.getByRole('link', { name: 'Back to the form' }).click();
			await expect.element(draftNote).toBeVisible();
			await expect.element(title).toHaveValue(ITEM_FORM_VALUES.Title);
		});

		/** Submits a new item, and opens another page while its photos are held back. */
		async function leaveDuringUpload() {
			const release = fakeApi.hold(uploadPhoto);
			selectPhotos(await widePhoto());
			await addButton.click();
			await expect.element(page.getByText('Sending… 50 %')).toBeVisible();
			await openAbout();
			return { release };
		}
	});

	test('a double click on the button that adds an item posts one item', async () => {
		await selectPhotosAndUpload(await widePhoto());

		await addButton.dblClick();

		await expect.poll(() => window.location.pathname).toBe('/');
		expect(fakeApi.requests(addItem)).toHaveLength(1);
	});

	test('a post whose response is lost is repeated until the server responds, and creates one item', async () => {
		vi.useFakeTimers();
		await selectPhotosAndUpload(await widePhoto());
		const restore = fakeApi.loseAnswers(addItem);
		await addButton.click();
		await skipUntil(keptOnDevice);

		restore();
		await skipUntil(page.getByText(ITEM_MESSAGES.added));

		expect(fakeApi.requests(addItem).length).toBeGreaterThan(1);
		expect(titles()).toEqual([ITEM_FORM_VALUES.Title]);
	});
	test('when a form whose response was lost is changed and posted again, the created item is changed', async () => {
		vi.useFakeTimers();
		await selectPhotosAndUpload(await widePhoto());
		const restore = fakeApi.loseAnswers(addItem);
		await addButton.click();
		await skipUntil(keptOnDevice);
		await page.getByRole('button', { name: 'Cancel upload' }).click();

		restore();
		await fillItemForm({ Title: 'Better words' });
		await selectPhotosAndUpload(await tallPhoto());
		await addButton.click();
		await skipUntil(page.getByText(ITEM_MESSAGES.added));

		expect(titles()).toEqual(['Better words']);
		expect(photoSizesOf(items[0])).toEqual(['80 × 60', '60 × 90']);
	});
});
