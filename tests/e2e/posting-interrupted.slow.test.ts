import { describe, expect, test } from 'vitest';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { UPLOAD_MESSAGES } from '#contract/photos/uploads.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { delayRequests } from '#tests/support/delay-requests.ts';
import { navigateByMenu } from '#tests/support/page-navigation.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';
import {
	ADD_BUTTON,
	dropResponse,
	emulateNetwork,
	fillItemForm,
	ITEM_FORM_VALUES,
	itemsOf,
	openPostForm,
	photoSizesOf,
	selectPhotos,
	selectPhotosAndUpload,
	widePhoto,
} from '#tests/support/posting.ts';
import { storedDraftKeys } from '#tests/support/stored-draft-keys.ts';
import { noiseJpegOfAtLeast } from '#tests/support/test-images.ts';

const { visit } = await openBrowser();
const MEGABYTE = 1024 ** 2;
const openForm = (options?: { width: number }) => openPostForm(visit, options);

test('when the connection breaks during a photo upload, the item is posted exactly once after reconnecting', async () => {
	const { person, page } = await openForm();
	await fillItemForm(page);
	const network = await emulateNetwork(page);
	await network.limitUpload(300_000);
	await selectPhotos(page, await noiseJpegOfAtLeast(2 * MEGABYTE), await widePhoto());
	await page.getByRole('button', ADD_BUTTON).click();
	await page.getByText(/Sending… [1-9]\d? %/).waitFor();

	await network.goOffline();
	await page.getByText(UPLOAD_MESSAGES.keptOnDevice).first().waitFor();
	await network.restore();
	await page.waitForURL('/');

	expect(await itemsOf(person)).toHaveLength(1);
	expect(await photoSizesOf(person)).toEqual([
		[640, 480],
		[800, 600],
	]);
});

test('when an item is posted from one tab after a lost response, another tab with the same draft shows a message', async () => {
	const { person, page } = await openForm();
	await fillItemForm(page);
	await selectPhotosAndUpload(page, await widePhoto());
	await page.route('**/api/item/add-item', dropResponse);
	await page.getByRole('button', ADD_BUTTON).click();
	await expect.poll(() => itemsOf(person)).toHaveLength(1);
	const otherTab = await page.context().newPage();
	await otherTab.goto('/post');
	await otherTab.getByText('This is what you had not sent yet.').waitFor();

	await page.unrouteAll({ behavior: 'wait' });
	await page.evaluate(() => window.dispatchEvent(new Event('online')));
	await page.waitForURL('/');

	await otherTab.getByRole('alert').getByText('You have posted this from another tab.').waitFor();
	expect(await itemsOf(person)).toHaveLength(1);
});

test('when a user leaves the item form during a slow save, the finished save does not navigate away from the new page', async () => {
	const person = await signUpPerson();
	const id = await postItemAs(person);
	const page = await visit(`/update-item/${id}`, { as: person });
	await fillItemForm(page, { Title: 'Better words' });
	const releaseSave = await delayRequests(page, `**/api/item/update-item/${id}`);
	const saving = page.waitForRequest(`**/api/item/update-item/${id}`);
	const releaseScript = await delayRequests(page, '**/assets/about-page-*.js');

	await page.getByRole('button', { name: 'Update Item' }).click();
	await saving;
	await navigateByMenu(page, 'About Us');
	releaseSave();
	await page.getByText(ITEM_MESSAGES.updated).waitFor();
	releaseScript();

	await page
		.getByRole('heading', { level: 1 })
		.and(page.getByText('Update Item'))
		.waitFor({ state: 'detached' });
	expect(new URL(page.url()).pathname).toBe('/about');
});

describe('Draft of an item', () => {
	test('when two tabs continue the same draft, which was never sent, each tab posts a separate item', async () => {
		const { person, page } = await openForm();
		await fillItemForm(page);
		await selectPhotosAndUpload(page, await widePhoto());
		const secondTab = await page.context().newPage();
		await secondTab.goto('/post');
		await secondTab.getByText('This is what you had not sent yet.').waitFor();

		await fillItemForm(secondTab, { Title: 'Second drafter' });
		await secondTab.getByRole('button', ADD_BUTTON).click();
		await secondTab.waitForURL('/');
		await page.getByRole('button', ADD_BUTTON).click();
		await page.waitForURL('/');

		expect((await itemsOf(person)).map(({ title }) => title)).toEqual([
			ITEM_FORM_VALUES.Title,
			'Second drafter',
		]);
	});

	test('deleting the account deletes the draft at once, and a reload during the farewell dialog leaves the user signed out', async () => {
		const { person, page } = await openForm({ width: 1024 });
		await fillItemForm(page);
		await page.reload();
		await page.getByText('This is what you had not sent yet.').waitFor();

		await page.goto('/account');
		await page.getByRole('button', { name: 'Delete my account' }).click();
		await page.getByRole('alertdialog').getByLabel('Your password').fill(person.password);
		await page.keyboard.press('Enter');
		await page.getByRole('dialog', { name: 'Goodbye' }).waitFor();

		await expect.poll(() => storedDraftKeys(page)).toEqual([]);
		await page.reload();
		const cookies = await page.context().cookies();
		expect(cookies.map(({ name }) => name)).not.toContain('signed-in');
	});

	test('logging out deletes the draft from the browser', async () => {
		const { page } = await openForm({ width: 1024 });
		await fillItemForm(page);
		await page.reload();
		await page.getByText('This is what you had not sent yet.').waitFor();

		await page.getByRole('button', { name: /menu/i }).click();
		await page.getByRole('button', { name: 'Logout' }).click();
		await page.waitForURL('/');
		await page.getByRole('link', { name: 'Login' }).first().waitFor();

		// The draft is deleted in the background while the next page opens.
		await expect.poll(() => storedDraftKeys(page)).toEqual([]);
	});
});
