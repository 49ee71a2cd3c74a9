import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import {
	ADD_BUTTON,
	fillItemForm,
	ITEM_FORM_VALUES,
	itemsOf,
	openPostForm,
	photoSizesOf,
	selectPhotos,
	selectPhotosAndUpload,
	tallPhoto,
	widePhoto,
} from '#tests/support/posting.ts';
import { heic, phonePhotoOfAtLeast } from '#tests/support/test-images.ts';

const { visit } = await openBrowser();

test('a seller posts a 9 MB phone photo, a HEIC photo and another, dragged into order by mouse; a toast confirms it and copies the link', async () => {
	const { person, page } = await openPostForm(visit);
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	await fillItemForm(page, { ...ITEM_FORM_VALUES, 'Price in ₹': '₹1,200' });
	await selectPhotosAndUpload(page, await phonePhotoOfAtLeast(9 * 1024 ** 2), await widePhoto());
	await selectPhotos(page, heic());
	const picture = page.getByRole('img', { name: 'IMG_0042.HEIC' });
	await picture.and(page.locator('[src*="/photos/"]')).waitFor();
	const isDrawn = () =>
		picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
	await expect.poll(isDrawn).toBe(true);

	// Drag the second photo before the first.
	await page.getByRole('img', { name: 'wide.jpg' }).hover();
	await page.mouse.down();
	const bounds = await page.getByRole('main').getByRole('img').first().boundingBox();
	if (!bounds) throw new Error('The first photo is not shown.');
	const { x, y } = { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
	await page.mouse.move(x + 20, y, { steps: 5 });
	await page.mouse.move(x, y);
	await page.mouse.up();
	await page.getByText('Photo 2 is now photo 1 of 3. It is the cover.').waitFor();

	await page.getByRole('button', ADD_BUTTON).click();
	await page.waitForURL('/');
	await page.getByText(ITEM_MESSAGES.added).waitFor();
	await page.getByRole('button', { name: 'Share it' }).click();
	await page.getByText(ITEM_MESSAGES.linkCopied).waitFor();

	const [item] = await itemsOf(person);
	expect(item).toMatchObject({ title: ITEM_FORM_VALUES.Title, price: 1200 });
	const [cover, scaledDown] = (await photoSizesOf(person)) ?? [];
	expect([cover, scaledDown]).toEqual([
		[800, 600],
		[1600, 1200],
	]);
	const copied = await page.evaluate(() => navigator.clipboard.readText());
	expect(new URL(copied).pathname).toBe(`/item/${item?.id}`);
});

test('a seller reorders photos with a finger after a long press', async () => {
	const { page } = await openPostForm(visit, { width: 360 });
	await selectPhotosAndUpload(page, await widePhoto(), await tallPhoto());
	const [from, to] = [await middleOf(page, 'wide.jpg'), await middleOf(page, 'tall.jpg')];
	const devtools = await page.context().newCDPSession(page);
	const touch = (
		type: 'touchStart' | 'touchMove' | 'touchEnd',
		...touchPoints: { x: number; y: number }[]
	) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints });

	await touch('touchStart', from);
	await page.locator('li.shadow-float').waitFor();
	await touch('touchMove', { x: (from.x + to.x) / 2, y: from.y });
	await touch('touchMove', to);
	await touch('touchEnd');

	await page.getByText('Photo 1 is now photo 2 of 2.').waitFor();
});

async function middleOf(page: Page, name: string) {
	const bounds = await page.getByRole('img', { name }).first().boundingBox();
	if (!bounds) throw new Error(`${name} is not shown.`);
	return { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
}
