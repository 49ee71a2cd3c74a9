import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { holdBack } from '#tests/support/held-back.ts';
import {
	ADD_BUTTON,
	fillIn,
	itemsOf,
	loseAnswer,
	openPostForm,
	pickAndSend,
	shapesOf,
	TYPED,
	tall,
	wide,
} from '#tests/support/posting.ts';

const { visit } = await openBrowser();
const UNSENT = 'This is what you had not sent yet.';
const POSTED = 'You have posted this from another tab.';

/** Opens the form once more, in a second tab. */
async function openBeside(page: Page): Promise<Page> {
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
async function listenIn(page: Page): Promise<{ heard: Promise<void> }> {
	const heard = page.evaluate(async () => {
		const channel = new BroadcastChannel('posted');
		await new Promise((resolve) => {
			channel.addEventListener('message', resolve, { once: true });
		});
	});
	await page.evaluate(() => undefined);
	return { heard };
}

/** A form whose item is posted while its tab waits for the response. */
async function sentUnanswered() {
	const { person, page } = await openPostForm(visit);
	await fillIn(page);
	await pickAndSend(page, await wide());
	await page.route('**/api/item/add-item', loseAnswer);
	await page.getByRole('button', ADD_BUTTON).click();
	await expect.poll(() => itemsOf(person)).toHaveLength(1);
	return { person, page };
}

/** The same, with its draft in a second tab. */
async function sentInOneOfTwoTabs() {
	const { person, page } = await sentUnanswered();
	const beside = await openBeside(page);
	return { person, page, beside };
}

/** The first tab receives the response. */
async function hearOfIt(page: Page): Promise<void> {
	await page.unrouteAll();
	await page.evaluate(() => window.dispatchEvent(new Event('online')));
	await page.waitForURL('/');
}

describe('an item posted from one tab', () => {
	test('clears the half-typed copy of its draft in another tab, which links to the item', async () => {
		const { person, page } = await openPostForm(visit);
		await fillIn(page, { Title: TYPED.Title });
		const beside = await openBeside(page);
		await fillIn(page);
		await pickAndSend(page, await wide());

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
		await fillIn(page);
		await pickAndSend(page, await wide());
		const beside = await openBeside(page);
		await fillIn(beside, { Title: 'x' });
		await fillIn(beside);

		await post(page);

		await beside.getByRole('alert').getByText(POSTED).waitFor();
		expect(await itemsOf(person)).toHaveLength(1);
	});

	test('clears the draft in another tab even when the first response was lost', async () => {
		const { person, page, beside } = await sentInOneOfTwoTabs();

		await hearOfIt(page);

		await beside.getByRole('alert').getByText(POSTED).waitFor();
		expect(await itemsOf(person)).toHaveLength(1);
	});

	test('does not overwrite a changed copy in another tab, which says so and becomes another item', async () => {
		const { person, page, beside } = await sentInOneOfTwoTabs();
		await fillIn(beside, { Title: 'Set square' });

		await hearOfIt(page);
		await beside.getByRole('status').getByText('posted from another tab').waitFor();
		await post(beside);

		const titles = (await itemsOf(person)).map(({ title }) => title);
		expect(titles).toEqual(['Set square', TYPED.Title]);
	});

	test('leaves alone another tab’s own draft, although it was untouched since it was opened', async () => {
		const { person, page } = await openPostForm(visit);
		const beside = await page.context().newPage();
		await beside.goto('/post');
		await fillIn(beside, { ...TYPED, Title: 'Chair' });
		await pickAndSend(beside, await wide());
		await beside.reload();
		await beside.getByText(UNSENT).waitFor();
		await fillIn(page, { ...TYPED, Title: 'Lamp' });
		await pickAndSend(page, await tall());
		const { heard } = await listenIn(beside);

		await post(page);
		await heard;

		expect(await beside.getByRole('alert').getByText(POSTED).count()).toBe(0);
		await beside.reload();
		await beside.getByText(UNSENT).waitFor();
		await post(beside);
		const titles = (await itemsOf(person)).map(({ title }) => title);
		expect(titles).toEqual(['Chair', 'Lamp']);
		expect(await shapesOf(person)).toEqual([[800, 600]]);
	});

	test('leaves another tab a photo that was added to the draft there', async () => {
		const { person, page, beside } = await sentInOneOfTwoTabs();
		await pickAndSend(beside, await tall());

		await hearOfIt(page);
		await beside.getByRole('status').getByText('posted from another tab').waitFor();
		await post(beside);

		expect(await itemsOf(person)).toHaveLength(2);
		expect(await shapesOf(person)).toEqual([
			[800, 600],
			[600, 900],
		]);
	});

	test('leaves the changed draft of another tab intact across its reload', async () => {
		const { person, page, beside } = await sentInOneOfTwoTabs();
		await fillIn(beside, { Title: 'Set square' });
		await hearOfIt(page);
		await beside.getByRole('status').getByText('posted from another tab').waitFor();

		await beside.reload();
		await beside.getByText(UNSENT).waitFor();
		expect(await beside.getByLabel('Title').inputValue()).toBe('Set square');
		await post(beside);

		expect(await itemsOf(person)).toHaveLength(2);
	});

	test('does not come back as a draft in a tab that was still loading it', async () => {
		const { page } = await sentUnanswered();
		const beside = await page.context().newPage();
		const letAsk = await holdBack(beside, '**/api/item/photos');
		const asked = beside.waitForRequest('**/api/item/photos');
		await beside.goto('/post');
		await asked;

		await hearOfIt(page);
		letAsk();

		await beside.getByLabel('Title').waitFor();
		expect(await beside.getByLabel('Title').inputValue()).toBe('');
		expect(await beside.getByText(UNSENT).count()).toBe(0);
	});
});
