import { beforeEach, describe, expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { checkSession } from '#contract/auth/endpoints.ts';
import { addItem, updateItem } from '#contract/items/endpoints.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { uploadPhoto } from '#contract/photos/endpoints.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
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
import { OTHER_STUDENT } from '#tests/support/form-drafts.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { goTo, renderPage } from '#tests/support/render-page.tsx';
import { clearCredentials } from '#web/lib/session/credentials.ts';
import { signIn } from '#web/lib/session/session.ts';

const OTHER_TOKEN = 'token-of-another';
const title = page.getByLabelText('Title');
const threePhotos = () => Promise.all([widePhoto(), tallPhoto(), widePhoto()]);
let items: ReturnType<typeof fakeItems>;

beforeEach(() => {
	items = fakeItems(sampleItem({ title: 'Drafter', userId: STUDENT.id }));
});

/**
 * Picks photos and submits the form while the uploads, two at a time, are held back.
 * @returns a function that releases them
 */
async function submitDuringUpload(button: Locator, ...photos: File[]): Promise<() => void> {
	const release = fakeApi.hold(uploadPhoto);
	selectPhotos(...photos);
	await button.click();
	await expect.poll(() => fakeApi.requests(uploadPhoto)).toHaveLength(Math.min(photos.length, 2));
	await expect.element(page.getByText(/^Sending… /)).toBeVisible();
	return release;
}

/** Does what this tab sees when the user logs out in another tab and another user logs in there. */
function signInAsOther(): void {
	fakeApi.answer(checkSession, { success: true, user: OTHER_STUDENT });
	signIn(OTHER_TOKEN, OTHER_STUDENT.id);
}

/** Posts an item as the other user. By then, any request that the first user's submit still sent would have arrived. */
async function postAsOther(): Promise<void> {
	await expect.element(title).toHaveValue('');
	await fillItemForm({ ...ITEM_FORM_VALUES, Title: 'Chair' });
	await selectPhotosAndUpload(await widePhoto());
	await addButton.click();
	await expect.poll(() => items[0]?.title).toBe('Chair');
}

describe('another user who logs in while the photos of an item are uploaded', () => {
	test('the first user’s new item is not posted under the other user’s name, and no further photo is uploaded for it', async () => {
		await renderPage('/post', { as: STUDENT });
		await fillItemForm();
		const release = await submitDuringUpload(addButton, ...(await threePhotos()));

		signInAsOther();
		release();
		await postAsOther();

		expect(items.map((item) => item.title)).toEqual(['Chair', 'Drafter']);
		expect(fakeApi.requests(addItem)).toHaveLength(1);
		expect(fakeApi.requests(uploadPhoto)).toHaveLength(2 + 1);
	});

	test('the first user’s change of an item is not sent in the other user’s session, and no further photo is uploaded for it', async () => {
		await renderPage(`/update-item/${items[0]?.id}`, { as: STUDENT });
		await expect.element(title).toHaveValue('Drafter');
		const release = await submitDuringUpload(updateButton, ...(await threePhotos()));

		signInAsOther();
		goTo('/post');
		release();
		await postAsOther();

		expect(fakeApi.requests(updateItem)).toEqual([]);
		expect(fakeApi.requests(uploadPhoto)).toHaveLength(2 + 1);
	});

	test('no item is posted under another user’s name even if this tab has not noticed that user’s login yet', async () => {
		await renderPage('/post', { as: STUDENT });
		await fillItemForm();
		const release = await submitDuringUpload(addButton, await widePhoto());

		localStorage.setItem('accessToken', OTHER_TOKEN);
		localStorage.setItem('userId', String(OTHER_STUDENT.id));
		release();

		await expect.element(addButton).toBeEnabled();
		expect(fakeApi.requests(addItem)).toEqual([]);
	});
});

test('when the session ends while the photos of a new item are uploaded, the form asks the user to log in', async () => {
	await renderPage('/post', { as: STUDENT });
	await fillItemForm();
	const release = await submitDuringUpload(addButton, await widePhoto());

	clearCredentials();
	release();

	await expect
		.element(page.getByRole('alert').getByText(ITEM_ERRORS.signInToAdd.message))
		.toBeVisible();
	expect(items).toHaveLength(1);
});
