import { expect, test } from 'vitest';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { UPLOAD_MESSAGES } from '#contract/photos/uploads.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { delayRequests } from '#tests/support/delay-requests.ts';
import { navigateByMenu } from '#tests/support/page-navigation.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';
import {
	ADD_BUTTON,
	emulateNetwork,
	fillItemForm,
	itemsOf,
	openPostForm,
	photoSizesOf,
	selectPhotos,
	selectPhotosAndUpload,
	tallPhoto,
	widePhoto,
} from '#tests/support/posting.ts';
import { noiseJpegOfAtLeast } from '#tests/support/test-images.ts';

const { visit } = await openBrowser();
const MEGABYTE = 1024 ** 2;
const openForm = (options?: { width: number }) => openPostForm(visit, options);

test('when the connection breaks during a photo upload, the item is posted exactly once after reconnecting', async () => {
	const { person, page } = await openForm();
	await fillItemForm(page);
	const network = await emulateNetwork(page);
	// Slow enough that the connection breaks in the middle, however late the test sees the progress.
	await network.limitUpload(30_000);
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

test('a seller reorders photos by dragging with a finger after a long press', async () => {
	const { page } = await openForm({ width: 360 });
	await selectPhotosAndUpload(page, await widePhoto(), await tallPhoto());
	const [from, to] = [await middleOf(page, 'wide.jpg'), await middleOf(page, 'tall.jpg')];
	const devtools = await page.context().newCDPSession(page);
	const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: (typeof from)[]) =>
		devtools.send('Input.dispatchTouchEvent', { type, touchPoints });

	await touch('touchStart', from);
	await page.locator('li.shadow-float').waitFor();
	await touch('touchMove', { x: (from.x + to.x) / 2, y: from.y });
	await touch('touchMove', to);
	await touch('touchEnd');

	await page.getByText('Photo 1 is now photo 2 of 2.').waitFor();
});

async function middleOf(page: Awaited<ReturnType<typeof visit>>, name: string) {
	const bounds = await page.getByRole('img', { name }).boundingBox();
	if (!bounds) throw new Error(`${name} is not shown.`);
	return { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
}
