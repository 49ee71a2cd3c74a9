import { expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { delayRequests } from '#tests/support/delay-requests.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';
import { jpeg } from '#tests/support/test-images.ts';

const { visit } = await openBrowser();
const colours = ['teal', 'tomato', 'gold'];
const pictures = await Promise.all(
	colours.map((colour) => jpeg({ width: 1200, height: 900, colour, name: `${colour}.jpg` })),
);
const seller = await signUpPerson();
const item = await postItemAs(seller, { title: 'Drafter' }, pictures);
const openGallery = async (width = 1024) => {
	const page = await visit(`/item/${item}`, { width });
	const counter = page.getByText(/^[123] \/ 3$/).first();
	await counter.waitFor();
	const showsPhoto = (number: number) => page.getByText(`${number} / 3`).first().waitFor();
	return { page, showsPhoto };
};

test('the arrow buttons step through the photos', async () => {
	const { page, showsPhoto } = await openGallery();

	await page.getByRole('button', { name: 'Next photo' }).click();
	await showsPhoto(2);
	await page.getByRole('button', { name: 'Previous photo' }).click();
	await showsPhoto(1);
});

test('a thumbnail opens its photo', async () => {
	const { page, showsPhoto } = await openGallery();

	await page.getByRole('button', { name: 'Show photo 3' }).click();
	await showsPhoto(3);
	await page.getByRole('button', { name: 'Show photo 2' }).click();
	await showsPhoto(2);
});

test('the arrow keys step through the photos, and each is announced', async () => {
	const { page, showsPhoto } = await openGallery();

	await page.getByRole('button', { name: 'Show photo 1' }).focus();
	await page.keyboard.press('ArrowRight');
	await showsPhoto(2);
	await page.getByText('Photo 2 of 3').waitFor({ state: 'attached' });
	await page.keyboard.press('ArrowLeft');
	await showsPhoto(1);
});

test('a swipe shows the next photo', async () => {
	const { page, showsPhoto } = await openGallery(360);
	const bounds = await page
		.getByRole('button', { name: /open full screen/ })
		.first()
		.boundingBox();
	if (!bounds) throw new Error('The photo is nowhere.');
	const y = bounds.y + bounds.height / 2;
	const session = await page.context().newCDPSession(page);
	const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
		session.send('Input.dispatchTouchEvent', {
			type,
			touchPoints: x === undefined ? [] : [{ x, y }],
		});

	await touch('touchStart', bounds.x + bounds.width * 0.8);
	for (const share of [0.7, 0.5, 0.3, 0.15])
		await touch('touchMove', bounds.x + bounds.width * share);
	await touch('touchEnd');

	await showsPhoto(2);
});

test('the counter shows the photo that was swiped to before the scripts loaded', async () => {
	const page = await visit('/about', { width: 360 });
	const releaseRequests = await delayRequests(page, '**/assets/index-*.js');
	await page.evaluate((path) => window.location.assign(path), `/item/${item}`);
	const second = page.getByRole('button', { name: 'Photo 2 of 3: open full screen' });
	// Beside the first photo, once the styles have loaded.
	await expect.poll(async () => (await second.boundingBox())?.x).toBe(360);

	await second.evaluate((photo) => photo.scrollIntoView({ inline: 'center', block: 'nearest' }));
	releaseRequests();

	await page.getByText('2 / 3').first().waitFor();
});

test('a photo opens in full screen, closes with Escape, and returns the focus', async () => {
	const { page } = await openGallery();
	const opener = page.getByRole('button', { name: 'Photo 1 of 3: open full screen' });

	await opener.focus();
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Photo of Drafter' });
	await dialog.waitFor();
	await dialog.getByRole('button', { name: 'Next photo' }).click();
	await dialog.getByText('2 / 3').waitFor();
	await page.keyboard.press('Escape');
	await dialog.waitFor({ state: 'hidden' });

	const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
	expect(focused).toMatch(/open full screen$/);
});

test('in full screen, arrow keys and buttons step through the photos, and each is announced', async () => {
	const { page } = await openGallery();
	await page.getByRole('button', { name: 'Photo 1 of 3: open full screen' }).press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Photo of Drafter' });
	const position = dialog.getByRole('status');
	const next = dialog.getByRole('button', { name: 'Next photo' });
	await dialog.waitFor();

	await page.keyboard.press('ArrowRight');
	await position.getByText('2 / 3').waitFor();
	await page.keyboard.press('ArrowRight');
	await position.getByText('3 / 3').waitFor();
	await next.press('Enter');
	await position.getByText('1 / 3').waitFor();

	await expectFocus(next);
});

test('when zoomed, the arrow keys pan the photo and do not step', async () => {
	const { page } = await openGallery();
	await page.getByRole('button', { name: 'Photo 1 of 3: open full screen' }).click();
	const dialog = page.getByRole('dialog', { name: 'Photo of Drafter' });
	await dialog.getByRole('button', { name: 'Zoom in' }).click();
	const frame = dialog.getByRole('region', { name: 'Photo' });
	const left = () => frame.evaluate(({ scrollLeft }) => scrollLeft);
	const middle = await left();

	await frame.press('ArrowRight');

	await expect.poll(left).toBeGreaterThan(middle);
	await dialog.getByText('1 / 3').waitFor();
});

test('a photo that failed before the scripts loaded becomes a "No Image" too', async () => {
	const page = await visit('/about');
	await page.route('**/photos/**', (route) => route.abort());
	const releaseRequests = await delayRequests(page, '**/assets/index-*.js');
	await page.evaluate((path) => window.location.assign(path), `/item/${item}`);
	await page.waitForFunction(() => {
		const photo = document.querySelector<HTMLImageElement>('main img');
		return photo?.complete && photo.currentSrc !== '' && photo.naturalWidth === 0;
	});

	releaseRequests();

	await page.getByText('No Image').first().waitFor();
});

test('a photo that fails to load becomes a "No Image" of the same size', async () => {
	const page = await visit('/', { width: 1024 });
	await page.route('**/photos/**', (route) => route.abort());

	await page.goto(`/item/${item}`);

	await page.getByText('No Image').first().waitFor();
});

test('on a phone the back button lies over the photo and returns to the previous page, or else to the category', async () => {
	const page = await visit(`/item/${item}`, { width: 360 });
	const back = page.getByRole('link', { name: 'Back', exact: true });
	await back.click();
	await page.waitForURL('/category/Instruments');

	const before = `/people/${seller.id}`;
	await page.goto(before);
	await page.getByRole('link', { name: 'Explore This Drafter' }).click();
	await back.click();
	await page.waitForURL(before);

	await page.setViewportSize({ width: 1024, height: 780 });
	await page.goto(`/item/${item}`);
	await page.getByRole('button', { name: 'Next photo' }).waitFor();
	expect(await back.isVisible()).toBe(false);
});
