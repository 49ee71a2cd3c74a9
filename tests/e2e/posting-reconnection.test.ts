import { describe, expect, test } from 'vitest';
import { UPLOAD_MESSAGES } from '#contract/photos/uploads.ts';
import { openBrowser } from '#tests/support/browser.ts';
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
	tall,
	wide,
} from '#tests/support/posting.ts';
import { noiseJpegOfAtLeast } from '#tests/support/test-images.ts';

const { visit } = await openBrowser();
const MEGABYTE = 1024 ** 2;
const openForm = (options?: { width: number }) => openPostForm(visit, options);

describe('when the connection is lost and comes back', () => {
	test('in the middle of an upload, posting ends in one item', async () => {
		const { person, page } = await openForm();
		await fillItemForm(page);
		const network = await emulateNetwork(page);
		await network.limitUpload(300_000);
		await selectPhotos(page, await noiseJpegOfAtLeast(2 * MEGABYTE), await wide());
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

	test('just before the response, posting ends in one item', async () => {
		const { person, page } = await openForm();
		await fillItemForm(page);
		await selectPhotosAndUpload(page, await wide());
		let isLost = false;
		await page.route('**/api/item/add-item', async (route) => {
			if (isLost) return route.continue();
			isLost = true;
			await dropResponse(route);
		});

		await page.getByRole('button', ADD_BUTTON).click();
		await page.getByText(UPLOAD_MESSAGES.keptOnDevice).first().waitFor();
		await page.waitForURL('/');

		expect(isLost).toBe(true);
		expect(await itemsOf(person)).toHaveLength(1);
	});

	test('before the response, and the text is changed since, posting ends in one item with the new text', async () => {
		const { person, page } = await openForm();
		await fillItemForm(page);
		await selectPhotosAndUpload(page, await wide());
		await page.route('**/api/item/add-item', dropResponse);
		await page.getByRole('button', ADD_BUTTON).click();
		await page.getByText(UPLOAD_MESSAGES.keptOnDevice).first().waitFor();

		await page.getByRole('button', { name: 'Cancel upload' }).click();
		await page.unrouteAll();
		await fillItemForm(page, { Title: 'Better words' });
		await selectPhotosAndUpload(page, await tall());
		await page.getByRole('button', ADD_BUTTON).click();
		await page.waitForURL('/');

		expect((await itemsOf(person)).map(({ title }) => title)).toEqual(['Better words']);
		expect(await photoSizesOf(person)).toEqual([
			[800, 600],
			[600, 900],
		]);
	});

	test('for good with the tab, posting from the draft ends in one item', async () => {
		const { person, page } = await openForm();
		await fillItemForm(page);
		await selectPhotosAndUpload(page, await wide());
		await page.route('**/api/item/add-item', dropResponse);
		await page.getByRole('button', ADD_BUTTON).click();
		await page.getByText(UPLOAD_MESSAGES.keptOnDevice).first().waitFor();
		const context = page.context();
		await page.close({ runBeforeUnload: true });

		const next = await context.newPage();
		await next.goto('/post');
		await next.getByText('This is what you had not sent yet.').waitFor();
		await next.getByRole('button', ADD_BUTTON).click();
		await next.waitForURL('/');

		expect(await itemsOf(person)).toHaveLength(1);
	});

	test('two quick presses post one item', async () => {
		const { person, page } = await openForm();
		await fillItemForm(page);
		await selectPhotosAndUpload(page, await wide());

		await page.getByRole('button', ADD_BUTTON).dblclick();
		await page.waitForURL('/');

		expect(await itemsOf(person)).toHaveLength(1);
	});
});

describe('a draft', () => {
	test('survives a closed tab with its text and photos, and is cleared on request', async () => {
		const { person, page } = await openForm();
		await fillItemForm(page, { Title: 'Half a thought', Price: '₹1,200' });
		await selectPhotosAndUpload(page, await wide(), await tall());
		const context = page.context();
		await page.close({ runBeforeUnload: true });

		const next = await context.newPage();
		await next.goto('/post');
		await next.getByText('This is what you had not sent yet.').waitFor();

		expect(await next.getByLabel('Title').inputValue()).toBe('Half a thought');
		expect(await next.getByLabel('Price').inputValue()).toBe('₹1,200');
		const names = next.getByRole('list').getByRole('img');
		expect(await names.evaluateAll((all) => all.map((image) => image.getAttribute('alt')))).toEqual(
			['wide.jpg', 'tall.jpg'],
		);
		await fillItemForm(next, { Description: ITEM_FORM_VALUES.Description, Category: 'Books' });
		await next.getByRole('button', ADD_BUTTON).click();
		await next.waitForURL('/');
		expect((await itemsOf(person))[0]).toMatchObject({ title: 'Half a thought', price: 1200 });
		await next.goto('/post');
		await next.getByRole('heading', { name: 'Add New Item' }).waitFor();
		expect(await next.getByText('This is what you had not sent yet.').count()).toBe(0);
	});

	test('that was never sent becomes a separate item in each tab that continues it', async () => {
		const { person, page } = await openForm();
		await fillItemForm(page);
		await selectPhotosAndUpload(page, await wide());
		const other = await page.context().newPage();
		await other.goto('/post');
		await other.getByText('This is what you had not sent yet.').waitFor();

		await fillItemForm(other, { Title: 'Second drafter' });
		await other.getByRole('button', ADD_BUTTON).click();
		await other.waitForURL('/');
		await page.getByRole('button', ADD_BUTTON).click();
		await page.waitForURL('/');

		expect((await itemsOf(person)).map(({ title }) => title)).toEqual([
			ITEM_FORM_VALUES.Title,
			'Second drafter',
		]);
	});

	test('can be discarded', async () => {
		const { page } = await openForm();
		await fillItemForm(page);
		await selectPhotosAndUpload(page, await wide());
		await page.reload();

		await page.getByRole('button', { name: 'Start over' }).click();

		await page.getByText('This is what you had not sent yet.').waitFor({ state: 'detached' });
		expect(await page.getByLabel('Title').inputValue()).toBe('');
		expect(await page.getByRole('button', { name: 'Remove photo 1' }).count()).toBe(0);
	});

	test('is kept for an edited item too', async () => {
		const person = await signUpPerson();
		const id = await postItemAs(person);
		const page = await visit(`/update-item/${id}`, { as: person });
		await fillItemForm(page, { Title: 'Better words' });
		await page.getByRole('button', { name: 'Remove photo 1' }).click();
		await page.reload();

		await page.getByText('This is what you had not sent yet.').waitFor();

		expect(await page.getByLabel('Title').inputValue()).toBe('Better words');
		expect(await page.getByRole('button', { name: 'Remove photo 1' }).count()).toBe(0);
	});

	test('is deleted with the account, however the farewell dialog is closed', async () => {
		const { person, page } = await openForm({ width: 1024 });
		await fillItemForm(page);
		await page.reload();
		await page.getByText('This is what you had not sent yet.').waitFor();

		await page.goto('/account');
		await page.getByRole('button', { name: 'Delete my account' }).click();
		await page.getByRole('alertdialog').getByLabel('Your password').fill(person.password);
		await page.keyboard.press('Enter');
		await page.getByRole('dialog', { name: 'Goodbye' }).waitFor();

		await expect
			.poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
			.not.toContain('drafts');
	});

	test('is deleted for the next user after logging out', async () => {
		const { page } = await openForm({ width: 1024 });
		await fillItemForm(page);
		await page.reload();
		await page.getByText('This is what you had not sent yet.').waitFor();

		await page.getByRole('button', { name: /menu/i }).click();
		await page.getByRole('button', { name: 'Logout' }).click();
		await page.waitForURL('/');
		await page.getByRole('link', { name: 'Login' }).first().waitFor();

		// Erasing goes on in the background when another page opens.
		await expect
			.poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
			.not.toContain('drafts');
	});
});
