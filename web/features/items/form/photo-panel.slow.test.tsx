import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { updateItem } from '#contract/items/endpoints.ts';
import { uploadPhoto } from '#contract/photos/endpoints.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import {
	addButton,
	fakeItems,
	fillItemForm,
	photoSizesOf,
	pictureFile,
	selectPhotos,
	selectPhotosAndUpload,
	tallPhoto,
	updateButton,
	widePhoto,
} from '#tests/support/fake-item-form.ts';
import { sampleItem, samplePhoto } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';

const squarePhoto = () => pictureFile('square.jpg', 70, 70);
const button = (name: string) => page.getByRole('button', { name });
const removeButtons = page.getByRole('button', { name: /^Remove photo/ });
const tornPhoto = new File(['not a photo'], 'torn.jpg', { type: 'image/jpeg' });

async function openPostForm() {
	const items = fakeItems();
	await renderPage('/post', { as: STUDENT });
	await fillItemForm();
	return items;
}

describe('upload of a photo in the item form', () => {
	test('an upload can be cancelled and retried while others continue, and running and waiting ones are accessible', async () => {
		const items = await openPostForm();
		const release = fakeApi.hold(uploadPhoto);
		selectPhotos(await widePhoto(), await tallPhoto(), await squarePhoto());
		await expect.element(page.getByText('Waiting')).toBeVisible();
		await expectAccessible();

		await button('Cancel photo 1').click();
		await expect.element(page.getByText('Stopped')).toBeVisible();
		release();
		for (const cancel of [button('Cancel photo 2'), button('Cancel photo 3')])
			await expect.element(cancel).not.toBeInTheDocument();
		await button('Retry photo 1').click();
		await expect.element(page.getByText('Stopped')).not.toBeInTheDocument();
		await expect.element(page.getByRole('button', { name: 'Turn photo 1' })).toHaveFocus();
		await addButton.click();

		await expect.poll(() => photoSizesOf(items[0])).toEqual(['80 × 60', '60 × 90', '70 × 70']);
	});

	test('a file that the server cannot read shows the reason on its tile, offers no retry, and can be removed', async () => {
		const items = await openPostForm();
		await selectPhotosAndUpload(await widePhoto());
		const tile = page.getByRole('listitem').filter({ hasText: 'Not sent' });

		selectPhotos(tornPhoto);
		const reason = tile.getByText('These files are not photos we can read: torn.jpg');
		await expect.element(reason).toBeVisible();
		await expect.element(button('Retry photo 2')).not.toBeInTheDocument();
		await addButton.click();
		await expect.element(button('Remove photo 2')).toHaveFocus();
		await button('Remove photo 2').click();
		await expect.element(reason).not.toBeInTheDocument();
		await addButton.click();

		await expect.poll(() => photoSizesOf(items[0])).toEqual(['80 × 60']);
	});
});

test('the arrow keys change the order of photos, a button turns one, each change is announced, and the first photo is the cover', async () => {
	const items = await openPostForm();
	await selectPhotosAndUpload(await widePhoto(), await tallPhoto(), await squarePhoto());
	const announced = (text: string) => expect.element(page.getByText(text)).toBeInTheDocument();

	(button('Turn photo 3').element() as HTMLElement).focus();
	await userEvent.keyboard('{ArrowLeft}');
	await announced('Photo 3 is now photo 2 of 3.');
	await userEvent.keyboard('{ArrowLeft}');
	await announced('Photo 2 is now photo 1 of 3. It is the cover.');
	await userEvent.keyboard('{ArrowLeft}');

	await expect.element(button('Turn photo 1')).toHaveFocus();
	await button('Turn photo 2').click();
	await announced('Photo 2 is turned to the right.');
	await addButton.click();
	await expect.poll(() => photoSizesOf(items[0])).toEqual(['70 × 70', '60 × 80', '60 × 90']);
});

test('removing all photos asks first, and moves the focus to the picker', async () => {
	await openPostForm();
	await selectPhotosAndUpload(await widePhoto(), await tallPhoto());

	await button('Clear all').click();
	await button('Keep them').click();
	await expect.poll(() => removeButtons.elements()).toHaveLength(2);

	await button('Clear all').click();
	await button('Remove all').click();
	await expect.poll(() => removeButtons.elements()).toHaveLength(0);
	await expect.poll(() => document.activeElement).toHaveProperty('type', 'file');
});

describe('photo in the item form', () => {
	const turned = page.getByText('Photo 1 is turned to the right.');

	test('a photo of a posted item can be rotated, and the form cannot be sent before the rotation is done', async () => {
		const photos = [samplePhoto(0, { width: 192, height: 100 }), samplePhoto(1)];
		const [item = sampleItem()] = fakeItems(sampleItem({ photos }));
		await renderPage(`/update-item/${item.id}`, { as: STUDENT });
		const releaseDecoding = holdDecoding();
		await button('Turn photo 1').click();

		await page.getByLabelText('Title').click();
		await userEvent.keyboard('{Enter}');
		releaseDecoding();
		await expect.element(turned).toBeInTheDocument();
		expect(fakeApi.requests(updateItem)).toEqual([]);
		await updateButton.click();

		await expect
			.poll(() => fakeApi.requests(updateItem)[0]?.body.order)
			.toEqual(['up:0', 'keep:0']);
	});

	test('a photo can be pasted from the clipboard', async () => {
		await openPostForm();
		const clipboardData = new DataTransfer();
		clipboardData.items.add(await widePhoto());

		const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
		document.body.dispatchEvent(paste);

		await expect.element(page.getByRole('img', { name: 'wide.jpg' })).toBeVisible();
	});
});

test('a photo that is picked while another photo is being resized is added after it', async () => {
	await openPostForm();
	const release = holdDecoding();
	const large = new File([await widePhoto(), new Uint8Array(6_000_000)], 'large.jpg', {
		type: 'image/jpeg',
	});
	selectPhotos(large);
	await expect.element(page.getByText('Making it smaller…').first()).toBeInTheDocument();

	selectPhotos(await tallPhoto());
	release();

	await expect.element(page.getByRole('img', { name: 'tall.jpg' })).toBeVisible();
	const names = page.getByRole('img', { name: /\.jpg$/ }).elements();
	expect(names.map((image) => image.getAttribute('alt'))).toEqual(['large.jpg', 'tall.jpg']);
});

/** Delays the next picture that the page decodes. @returns a function that ends the delay */
function holdDecoding(): () => void {
	const { promise, resolve } = Promise.withResolvers<void>();
	const decode = globalThis.createImageBitmap;
	vi.spyOn(globalThis, 'createImageBitmap').mockImplementationOnce(async (...image: unknown[]) => {
		await promise;
		return decode.apply(globalThis, image as Parameters<typeof decode>);
	});
	return resolve;
}
