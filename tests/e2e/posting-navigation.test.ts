import { describe, expect, test } from 'vitest';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { delayRequests } from '#tests/support/delay-requests.ts';
import { navigateByMenu } from '#tests/support/page-navigation.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';
import {
	ADD_BUTTON,
	fillItemForm,
	ITEM_FORM_VALUES,
	itemsOf,
	openPostForm,
	selectPhotos,
	selectPhotosAndUpload,
	tall,
	wide,
} from '#tests/support/posting.ts';

const { visit } = await openBrowser();

/** Submits a new item, and opens a list while its photos are held back. */
async function leaveDuringUpload() {
	const { person, page } = await openPostForm(visit);
	await fillItemForm(page);
	const letPhotos = await delayRequests(page, '**/api/item/photos');
	await selectPhotos(page, await wide());
	await page.getByRole('button', ADD_BUTTON).click();
	await page.getByRole('progressbar', { name: /^Sen[dt]/ }).waitFor();
	await navigateByMenu(page, 'Home');
	await page.getByRole('heading', { name: 'Featured Products' }).waitFor();
	return { person, page, letPhotos };
}

describe('a user who leaves a form while it is being saved stays on the new page', () => {
	test('with a new item', async () => {
		const { person, page } = await openPostForm(visit);
		await fillItemForm(page);
		await selectPhotosAndUpload(page, await wide());
		const letSave = await delayRequests(page, '**/api/item/add-item');
		const saving = page.waitForRequest('**/api/item/add-item');

		await page.getByRole('button', ADD_BUTTON).click();
		await saving;
		await navigateByMenu(page, 'Home');
		await page.getByRole('heading', { name: 'Featured Products' }).waitFor();
		letSave();
		await page.getByText(ITEM_MESSAGES.added).waitFor();

		expect(new URL(page.url()).pathname).toBe('/');
		expect(await itemsOf(person)).toHaveLength(1);
	});

	test('with a new item whose photos are still uploading', async () => {
		const { person, page, letPhotos } = await leaveDuringUpload();

		letPhotos();
		await page.getByText(ITEM_MESSAGES.added).waitFor();

		expect(new URL(page.url()).pathname).toBe('/');
		expect(await itemsOf(person)).toHaveLength(1);
	});

	test('and on returning sees the save finish, and starts another item afterwards', async () => {
		const { person, page, letPhotos } = await leaveDuringUpload();

		await page.goBack();
		await page.getByText('What you sent from this form is still on its way.').waitFor();
		await page.getByRole('progressbar', { name: /^Sen[dt]/ }).waitFor();
		letPhotos();
		await page.getByText(ITEM_MESSAGES.added).waitFor();
		expect(await page.getByLabel('Title').inputValue()).toBe('');
		await fillItemForm(page, { ...ITEM_FORM_VALUES, Title: 'Set square' });
		await selectPhotosAndUpload(page, await tall());
		await page.getByRole('button', ADD_BUTTON).click();

		await page.waitForURL('/');
		const titles = (await itemsOf(person)).map(({ title }) => title);
		expect(titles).toEqual(['Set square', ITEM_FORM_VALUES.Title]);
	});

	test('and on returning can cancel and finds the form as it was', async () => {
		const { person, page } = await leaveDuringUpload();

		await page.goBack();
		await page.getByText('What you sent from this form is still on its way.').waitFor();
		await page.getByRole('button', { name: 'Cancel upload' }).click();

		await page.getByText('This is what you had not sent yet.').waitFor();
		expect(await page.getByLabel('Title').inputValue()).toBe(ITEM_FORM_VALUES.Title);
		expect(await itemsOf(person)).toEqual([]);
	});

	test('with a changed item, although the next page has not loaded yet', async () => {
		const person = await signUpPerson();
		const id = await postItemAs(person);
		const page = await visit(`/update-item/${id}`, { as: person });
		await fillItemForm(page, { Title: 'Better words' });
		const letSave = await delayRequests(page, `**/api/item/update-item/${id}`);
		const saving = page.waitForRequest(`**/api/item/update-item/${id}`);
		const giveScript = await delayRequests(page, '**/assets/about-page-*.js');

		await page.getByRole('button', { name: 'Update Item' }).click();
		await saving;
		await navigateByMenu(page, 'About Us');
		letSave();
		await page.getByText(ITEM_MESSAGES.updated).waitFor();
		giveScript();

		await page
			.getByRole('heading', { level: 1 })
			.and(page.getByText('Update Item'))
			.waitFor({ state: 'detached' });
		expect(new URL(page.url()).pathname).toBe('/about');
	});
});

test('and is told when saving fails, with a link back to the filled form', async () => {
	const { person, page } = await openPostForm(visit);
	await fillItemForm(page);
	await selectPhotosAndUpload(page, await wide());
	const left = Promise.withResolvers<void>();
	await page.route('**/api/item/add-item', async (route) => {
		await left.promise;
		await route.fulfill({ status: 500, json: { success: false } });
	});
	const saving = page.waitForRequest('**/api/item/add-item');
	await page.getByRole('button', ADD_BUTTON).click();
	await saving;
	await navigateByMenu(page, 'Home');
	await page.getByRole('heading', { name: 'Featured Products' }).waitFor();

	left.resolve();
	await page.getByRole('alert').getByText(ITEM_MESSAGES.addFailed).waitFor();
	await page.getByRole('link', { name: 'Back to the form' }).click();

	await page.getByText('This is what you had not sent yet.').waitFor();
	expect(await page.getByLabel('Title').inputValue()).toBe(ITEM_FORM_VALUES.Title);
	expect(await itemsOf(person)).toEqual([]);
});
