import { describe, expect, test } from 'vitest';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { findAccessibilityViolations, openBrowser } from '#tests/support/browser.ts';
import { delayRequests } from '#tests/support/delay-requests.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { inAllViewports } from '#tests/support/page-checks.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';
import {
	ADD_BUTTON,
	emulateNetwork,
	fillItemForm,
	ITEM_FORM_VALUES,
	itemsOf,
	openPostForm,
	photoSizesOf,
	selectPhotos,
	selectPhotosAndUpload,
	square,
	tall,
	wide,
} from '#tests/support/posting.ts';
import { heic, noiseJpegOfAtLeast, phonePhotoOfAtLeast } from '#tests/support/test-images.ts';

const { visit } = await openBrowser();
const MEGABYTE = 1024 ** 2;
const openForm = (options?: { width: number }) => openPostForm(visit, options);

describe('photos on their way', () => {
	test('a photo of 9 MB from a phone is made smaller and posted', async () => {
		const { person, page } = await openForm({ width: 360 });
		await fillItemForm(page);

		await selectPhotosAndUpload(page, await phonePhotoOfAtLeast(9 * MEGABYTE));
		await page.getByRole('button', ADD_BUTTON).click();
		await page.waitForURL('/');

		const [item] = await itemsOf(person);
		expect(item).toMatchObject({ title: ITEM_FORM_VALUES.Title, price: 350 });
		expect(item?.photos[0]).toMatchObject({ width: 1600, height: 1200 });
	});

	test('an iPhone photo appears as soon as the server has converted it', async () => {
		const { page } = await openForm();

		await selectPhotos(page, heic());

		const picture = page.getByRole('img', { name: 'IMG_0042.HEIC' });
		await picture.and(page.locator('[src*="/photos/"]')).waitFor();
		const isDrawn = () =>
			picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
		await expect.poll(isDrawn).toBe(true);
	});

	test('one upload can be cancelled and retried while the other goes on', async () => {
		const { person, page } = await openForm();
		await fillItemForm(page);
		const network = await emulateNetwork(page);
		await network.limitUpload(200_000);
		await selectPhotos(page, await noiseJpegOfAtLeast(2 * MEGABYTE), await wide());

		await page.getByRole('button', { name: 'Cancel photo 1' }).click();
		await page.getByText('Stopped').waitFor();
		await page.getByRole('button', { name: 'Cancel photo 2' }).waitFor({ state: 'detached' });
		await network.restore();
		await page.getByRole('button', { name: 'Retry photo 1' }).click();
		await page.getByText('Stopped').waitFor({ state: 'detached' });
		await page.getByRole('button', ADD_BUTTON).click();
		await page.waitForURL('/');

		expect(await photoSizesOf(person)).toEqual([
			[640, 480],
			[800, 600],
		]);
	});

	test('a form that is submitted during an upload waits for it, and can be stopped', async () => {
		const { person, page } = await openForm();
		await fillItemForm(page);
		const network = await emulateNetwork(page);
		await network.limitUpload(200_000);
		await selectPhotos(page, await noiseJpegOfAtLeast(3 * MEGABYTE));

		await page.getByRole('button', ADD_BUTTON).click();
		await page.getByRole('button', { name: 'Cancel upload' }).click();
		await page.getByText('Stopped').waitFor();
		expect(await itemsOf(person)).toEqual([]);

		await network.restore();
		await page.getByRole('button', ADD_BUTTON).click();
		await page.waitForURL('/');
		expect(await itemsOf(person)).toHaveLength(1);
	});

	test('a photo that the server cannot read says so on its tile, offers no retry, and can be removed', async () => {
		const { person, page } = await openForm();
		await fillItemForm(page);
		await selectPhotosAndUpload(page, await wide());
		const tile = page.getByRole('listitem').filter({ hasText: 'Not sent' });

		await selectPhotos(page, { name: 'torn.jpg', bytes: Buffer.from('not a photo') });
		await tile.getByText('These files are not photos we can read: torn.jpg').waitFor();
		expect(await page.getByRole('button', { name: 'Retry photo 2' }).count()).toBe(0);
		await page.getByRole('button', ADD_BUTTON).click();

		const remove = page.getByRole('button', { name: 'Remove photo 2' });
		await expectFocus(remove);
		await remove.click();
		await page.getByText('These files are not photos').waitFor({ state: 'detached' });
		await page.getByRole('button', ADD_BUTTON).click();
		await page.waitForURL('/');
		expect(await photoSizesOf(person)).toEqual([[800, 600]]);
	});
});

test('axe finds nothing wrong while photos upload, on phone and desktop, light and dark', async () => {
	const page = await visit('/post', { as: await signUpPerson(), width: 360 });
	const network = await emulateNetwork(page);
	await selectPhotos(page, { name: 'torn.jpg', bytes: Buffer.from('not a photo') });
	await page.getByText('Not sent').waitFor();
	await network.limitUpload(1_000);

	await selectPhotos(page, await noiseJpegOfAtLeast(3 * MEGABYTE), await wide(), await tall());
	await page.getByText('Waiting').waitFor();

	await inAllViewports(page, async () =>
		expect(await findAccessibilityViolations(page)).toEqual([]),
	);
	expect(await page.getByText('Waiting').count()).toBe(1);
});

describe('the order of photos', () => {
	test('changes by arrow keys, which is announced, and the first photo is the cover', async () => {
		const { person, page } = await openForm();
		await fillItemForm(page);
		await selectPhotosAndUpload(page, await wide(), await tall(), await square());

		await page.getByRole('button', { name: 'Turn photo 3' }).focus();
		await page.keyboard.press('ArrowLeft');
		await page.getByText('Photo 3 is now photo 2 of 3.').waitFor();
		await page.keyboard.press('ArrowLeft');
		await page.getByText('Photo 2 is now photo 1 of 3. It is the cover.').waitFor();
		await page.keyboard.press('ArrowLeft');

		expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
			'Turn photo 1',
		);
		await page.getByRole('button', ADD_BUTTON).click();
		await page.waitForURL('/');
		expect(await photoSizesOf(person)).toEqual([
			[700, 700],
			[800, 600],
			[600, 900],
		]);
	});

	test('changes by dragging with a mouse', async () => {
		const { person, page } = await openForm();
		await fillItemForm(page);
		await selectPhotosAndUpload(page, await wide(), await tall(), await square());

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

	test('changes by dragging with a finger after a long press', async () => {
		const { page } = await openForm({ width: 360 });
		await selectPhotosAndUpload(page, await wide(), await tall());
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

describe('a photo', () => {
	test('can be rotated before it is posted', async () => {
		const { person, page } = await openForm();
		await fillItemForm(page);
		await selectPhotosAndUpload(page, await wide());

		await page.getByRole('button', { name: 'Turn photo 1' }).click();
		await page.getByText('Photo 1 is turned to the right.').waitFor();
		await page.getByRole('button', ADD_BUTTON).click();
		await page.waitForURL('/');

		expect(await photoSizesOf(person)).toEqual([[600, 800]]);
	});

	test('that is already posted can be rotated too', async () => {
		const person = await signUpPerson();
		const id = await postItemAs(person, {}, [await wide(), await tall()]);
		const page = await visit(`/update-item/${id}`, { as: person });

		await page.getByRole('button', { name: 'Turn photo 1' }).click();
		await page.getByText('Photo 1 is turned to the right.').waitFor();
		await page.getByRole('button', { name: 'Update Item' }).click();
		await page.waitForURL(`/item/${id}`);

		expect(await photoSizesOf(person)).toEqual([
			[600, 800],
			[600, 900],
		]);
	});

	test('that is still being rotated is not sent in its old orientation', async () => {
		const person = await signUpPerson();
		const id = await postItemAs(person, {}, [await wide()]);
		const page = await visit(`/update-item/${id}`, { as: person });
		const givePhoto = await delayRequests(page, '**/photos/**');
		await page.getByRole('button', { name: 'Turn photo 1' }).click();

		await page.getByLabel('Title').press('Enter');
		givePhoto();
		await page.getByText('Photo 1 is turned to the right.').waitFor();
		await page.getByRole('button', { name: 'Update Item' }).click();
		await page.waitForURL(`/item/${id}`);

		expect(await photoSizesOf(person)).toEqual([[600, 800]]);
	});

	test('can be pasted from the clipboard', async () => {
		const { page } = await openForm();
		const { bytes } = await wide();

		await page.evaluate((base64) => {
			const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
			const clipboardData = new DataTransfer();
			clipboardData.items.add(new File([data], 'image.jpg', { type: 'image/jpeg' }));
			const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
			document.body.dispatchEvent(paste);
		}, bytes.toString('base64'));

		await page.getByRole('img', { name: 'image.jpg' }).waitFor();
	});
});

test('a description of many lines has the length that the form counts, and is sent once', async () => {
	const { person, page } = await openForm();
	const description = `${'a\n'.repeat(127)}b`;
	await fillItemForm(page, { ...ITEM_FORM_VALUES, Description: description });
	await selectPhotosAndUpload(page, await wide());
	const sent: string[] = [];
	page.on('request', (request) => {
		if (request.isNavigationRequest() || request.method() === 'GET') return;
		sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
	});

	await page.getByText('255/255').waitFor();
	await page.getByRole('button', ADD_BUTTON).click();
	await page.waitForURL('/');

	expect((await itemsOf(person))[0]?.description).toBe(description);
	expect(sent).toEqual(['POST /api/item/add-item']);
});

test('after posting, a toast links to the new item and shares it', async () => {
	const { person, page } = await openForm();
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	await fillItemForm(page, { ...ITEM_FORM_VALUES, Price: '₹1,200' });
	await selectPhotosAndUpload(page, await wide());

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
