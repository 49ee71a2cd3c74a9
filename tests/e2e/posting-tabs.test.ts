import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { delayRequests } from '#tests/support/delay-requests.ts';
import {
	ADD_BUTTON,
	dropResponse,
	fillItemForm,
	ITEM_FORM_VALUES,
	itemsOf,
	openPostForm,
	photoSizesOf,
	selectPhotosAndUpload,
	tall,
	wide,
} from '#tests/support/posting.ts';

const { visit } = await openBrowser();
const UNSENT = 'This is what you had not sent yet.';
const POSTED = 'You have posted this from another tab.';

/** Opens the form once more, in a second tab. */
async function openOtherTab(page: Page): Promise<Page> {
	const beside = await page.context().newPage();
	await beside.goto('/post');
	await beside.getByText(UNSENT).waitFor();
	return beside;
}

async function post(page: Page): Promise<void> {
	await page.getByRole('button', ADD_BUTTON).click();
	await page.waitForURL('/');
}

/** Resolves when a page has been told of a post: this listener was added after the page's own. */
async function listenForPosted(page: Page): Promise<{ received: Promise<void> }> {
	const received = page.evaluate(async () => {
		const channel = new BroadcastChannel('posted');
		await new Promise((resolve) => {
			channel.addEventListener('message', resolve, { once: true });
		});
	});
	await page.evaluate(() => undefined);
	return { received };
}

/** A form whose item is posted while its tab waits for the response. */
async function postWithoutResponse() {
	const { person, page } = await openPostForm(visit);
	await fillItemForm(page);
	await selectPhotosAndUpload(page, await wide());
	await page.route('**/api/item/add-item', dropResponse);
	await page.getByRole('button', ADD_BUTTON).click();
	await expect.poll(() => itemsOf(person)).toHaveLength(1);
	return { person, page };
}

/** The same, with its draft in a second tab. */
async function postInOneOfTwoTabs() {
	const { person, page } = await postWithoutResponse();
	const beside = await openOtherTab(page);
	return { person, page, beside };
}

/** The first tab receives the response. */
async function waitForPostedMessage(page: Page): Promise<void> {
	await page.unrouteAll();
	await page.evaluate(() => window.dispatchEvent(new Event('online')));
	await page.waitForURL('/');
}

describe('an item posted from one tab', () => {
	test('clears the half-typed copy of its draft in another tab, which links to the item', async () => {
		const { person, page } = await openPostForm(visit);
		await fillItemForm(page, { Title: ITEM_FORM_VALUES.Title });
		const beside = await openOtherTab(page);
		await fillItemForm(page);
		await selectPhotosAndUpload(page, await wide());

		await post(page);

		await beside.getByRole('alert').getByText(POSTED).waitFor();
		expect(await beside.getByRole('button', ADD_BUTTON).count()).toBe(0);
		const [item] = await itemsOf(person);
		const view = beside.getByRole('link', { name: 'View item' });
		expect(await view.getAttribute('href')).toBe(`/item/${item?.id}`);
		await beside.getByRole('button', { name: 'Add another item' }).click();
		await beside.locator('h1:focus').waitFor();
		expect(await beside.getByLabel('Title').inputValue()).toBe('');
		expect(await beside.getByText(UNSENT).count()).toBe(0);
	});

	test('clears the same text typed in another tab', async () => {
		const { person, page } = await openPostForm(visit);
		await fillItemForm(page);
		await selectPhotosAndUpload(page, await wide());
		const beside = await openOtherTab(page);
		await fillItemForm(beside, { Title: 'x' });
		await fillItemForm(beside);

		await post(page);

		await beside.getByRole('alert').getByText(POSTED).waitFor();
		expect(await itemsOf(person)).toHaveLength(1);
	});

	test('clears the draft in another tab even when the first response was lost', async () => {
		const { person, page, beside } = await postInOneOfTwoTabs();

		await waitForPostedMessage(page);

		await beside.getByRole('alert').getByText(POSTED).waitFor();
		expect(await itemsOf(person)).toHaveLength(1);
	});

	test('does not overwrite a changed copy in another tab, which says so and becomes another item', async () => {
		const { person, page, beside } = await postInOneOfTwoTabs();
		await fillItemForm(beside, { Title: 'Set square' });

		await waitForPostedMessage(page);
		await beside.getByRole('status').getByText('posted from another tab').waitFor();
		await post(beside);

		const titles = (await itemsOf(person)).map(({ title }) => title);
		expect(titles).toEqual(['Set square', ITEM_FORM_VALUES.Title]);
	});

	test('leaves alone another tab’s own draft, although it was untouched since it was opened', async () => {
		const { person, page } = await openPostForm(visit);
		const beside = await page.context().newPage();
		await beside.goto('/post');
		await fillItemForm(beside, { ...ITEM_FORM_VALUES, Title: 'Chair' });
		await selectPhotosAndUpload(beside, await wide());
		await beside.reload();
		await beside.getByText(UNSENT).waitFor();
		await fillItemForm(page, { ...ITEM_FORM_VALUES, Title: 'Lamp' });
		await selectPhotosAndUpload(page, await tall());
		const { received } = await listenForPosted(beside);

		await post(page);
		await received;

		expect(await beside.getByRole('alert').getByText(POSTED).count()).toBe(0);
		await beside.reload();
		await beside.getByText(UNSENT).waitFor();
		await post(beside);
		const titles = (await itemsOf(person)).map(({ title }) => title);
		expect(titles).toEqual(['Chair', 'Lamp']);
		expect(await photoSizesOf(person)).toEqual([[800, 600]]);
	});

	test('leaves another tab a photo that was added to the draft there', async () => {
		const { person, page, beside } = await postInOneOfTwoTabs();
		await selectPhotosAndUpload(beside, await tall());

		await waitForPostedMessage(page);
		await beside.getByRole('status').getByText('posted from another tab').waitFor();
		await post(beside);

		expect(await itemsOf(person)).toHaveLength(2);
		expect(await photoSizesOf(person)).toEqual([
			[800, 600],
			[600, 900],
		]);
	});

	test('leaves the changed draft of another tab intact across its reload', async () => {
		const { person, page, beside } = await postInOneOfTwoTabs();
		await fillItemForm(beside, { Title: 'Set square' });
		await waitForPostedMessage(page);
		await beside.getByRole('status').getByText('posted from another tab').waitFor();

		await beside.reload();
		await beside.getByText(UNSENT).waitFor();
		expect(await beside.getByLabel('Title').inputValue()).toBe('Set square');
		await post(beside);

		expect(await itemsOf(person)).toHaveLength(2);
	});

	test('does not come back as a draft in a tab that was still loading it', async () => {
		const { page } = await postWithoutResponse();
		const beside = await page.context().newPage();
		const letAsk = await delayRequests(beside, '**/api/item/photos');
		const request = beside.waitForRequest('**/api/item/photos');
		await beside.goto('/post');
		await request;

		await waitForPostedMessage(page);
		letAsk();

		await beside.getByLabel('Title').waitFor();
		expect(await beside.getByLabel('Title').inputValue()).toBe('');
		expect(await beside.getByText(UNSENT).count()).toBe(0);
	});
});
