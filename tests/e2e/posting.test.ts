import { describe, expect, test } from 'vitest';
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
	squarePhoto,
	tallPhoto,
	widePhoto,
} from '#tests/support/posting.ts';
import { heic, phonePhotoOfAtLeast } from '#tests/support/test-images.ts';

const { visit } = await openBrowser();
const MEGABYTE = 1024 ** 2;
const openForm = (options?: { width: number }) => openPostForm(visit, options);

describe('Photo upload', () => {
	test('a 9 MB photo from a phone is scaled down and posted with the item', async () => {
		const { person, page } = await openForm({ width: 360 });
		await fillItemForm(page);

		await selectPhotosAndUpload(page, await phonePhotoOfAtLeast(9 * MEGABYTE));
		await page.getByRole('button', ADD_BUTTON).click();
		await page.waitForURL('/');

		const [item] = await itemsOf(person);
		expect(item).toMatchObject({ title: ITEM_FORM_VALUES.Title, price: 350 });
		expect(item?.photos[0]).toMatchObject({ width: 1600, height: 1200 });
	});

	test('a HEIC photo from an iPhone is displayed once the server has converted it', async () => {
		const { page } = await openForm();

		await selectPhotos(page, heic());

		const picture = page.getByRole('img', { name: 'IMG_0042.HEIC' });
		await picture.and(page.locator('[src*="/photos/"]')).waitFor();
		const isDrawn = () =>
			picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
		await expect.poll(isDrawn).toBe(true);
	});
});

describe('Order of photos in the item form', () => {
	test('a seller reorders photos by dragging with the mouse', async () => {
		const { person, page } = await openForm();
		await fillItemForm(page);
		await selectPhotosAndUpload(page, await widePhoto(), await tallPhoto(), await squarePhoto());

		await page.getByRole('img', { name: 'square.jpg' }).hover();
		await page.mouse.down();
		const { x, y } = await middleOf(page, 'wide.jpg');
		await page.mouse.move(x + 20, y, { steps: 5 });
		await page.mouse.move(x, y);
		await page.mouse.up();

		await page.getByText('Photo 3 is now photo 1 of 3. It is the cover.').waitFor();
		await page.getByRole('button', ADD_BUTTON).click();
		await page.waitForURL('/');
		expect(await photoSizesOf(person)).toEqual([
			[700, 700],
			[800, 600],
			[600, 900],
		]);
	});

	test('a seller reorders photos by dragging with a finger after a long press', async () => {
		const { page } = await openForm({ width: 360 });
		await selectPhotosAndUpload(page, await widePhoto(), await tallPhoto());
		const [from, to] = [await middleOf(page, 'wide.jpg'), await middleOf(page, 'tall.jpg')];
		const devtools = await page.context().newCDPSession(page);
		const touch = (
			type: 'touchStart' | 'touchMove' | 'touchEnd',
			...touchPoints: (typeof from)[]
		) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints });

		await touch('touchStart', from);
		await page.locator('li.shadow-float').waitFor();
		await touch('touchMove', { x: (from.x + to.x) / 2, y: from.y });
		await touch('touchMove', to);
		await touch('touchEnd');

		await page.getByText('Photo 1 is now photo 2 of 2.').waitFor();
	});
});

test('after posting, a toast confirms the new item, and its Share button copies the link', async () => {
	const { person, page } = await openForm();
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	await fillItemForm(page, { ...ITEM_FORM_VALUES, 'Price in ₹': '₹1,200' });
	await selectPhotosAndUpload(page, await widePhoto());

	await page.getByRole('button', ADD_BUTTON).click();
	await page.waitForURL('/');
	await page.getByText(ITEM_MESSAGES.added).waitFor();
	await page.getByRole('button', { name: 'Share it' }).click();
	await page.getByText(ITEM_MESSAGES.linkCopied).waitFor();

	const [item] = await itemsOf(person);
	expect(item?.price).toBe(1200);
	const copied = await page.evaluate(() => navigator.clipboard.readText());
	expect(new URL(copied).pathname).toBe(`/item/${item?.id}`);
});

async function middleOf(page: Awaited<ReturnType<typeof visit>>, name: string) {
	const bounds = await page.getByRole('img', { name }).boundingBox();
	if (!bounds) throw new Error(`${name} is not shown.`);
	return { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
}
