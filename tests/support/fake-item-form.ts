import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { getCatalogue } from '#contract/catalogue/endpoints.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import {
	addItem,
	countItems,
	getAllItems,
	getItemDetails,
	getPriceGuide,
	updateItem,
} from '#contract/items/endpoints.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import type { Item, ItemFields } from '#contract/items/schemas.ts';
import { getNotificationSummary } from '#contract/notifications/endpoints.ts';
import { listPendingPhotos, uploadPhoto } from '#contract/photos/endpoints.ts';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { listWantedBy } from '#contract/wanted/endpoints.ts';
import { sampleCatalogue } from './catalogue-replies.ts';
import { fakeApi, refuse } from './fake-api.ts';
import { sampleItem, samplePhoto } from './item-replies.ts';

export const ITEM_FORM_VALUES = {
	Title: 'Drafter with clips',
	Description: 'Hardly used, all screws there.',
	'Price in ₹': '350',
	Category: 'Instruments',
};

export const addButton = page.getByRole('button', { name: 'Add Item' });
export const updateButton = page.getByRole('button', { name: 'Update Item' });

/**
 * Fakes a server that takes photos and items: a repeated post with the same idempotency key adds no second item.
 * @returns the items, the newest first. Tests may change them, and delete one by removing it.
 */
export function fakeItems(...items: Item[]): Item[] {
	const uploaded: Photo[] = [];
	/** The URLs of uploaded photos that no item has yet. */
	const pending = new Set<string>();
	const idsByKey = new Map<string | null, number>();

	fakeApi.answerByDefault(listWantedBy);
	fakeApi.answer(uploadPhoto, async ({ files }) => {
		const [file = new File([], 'none')] = files;
		const picture = await createImageBitmap(file).catch(() => undefined);
		if (!picture) return refusePhoto(PHOTO_ERRORS.unreadable([file.name]));
		const { width, height } = picture;
		// The same picture has the same URL, as on the server.
		const known = uploaded.find((photo) => photo.width === width && photo.height === height);
		const photo = known ?? samplePhoto(uploaded.length, { width, height });
		if (!known) uploaded.push(photo);
		pending.add(photo.url);
		return { photo };
	});
	fakeApi.answer(listPendingPhotos, () => {
		return { photos: uploaded.filter(({ url }) => pending.has(url)) };
	});
	fakeApi.answer(addItem, ({ body, headers }) => {
		const key = headers.get('idempotency-key');
		if (!idsByKey.has(key)) {
			if (!body.uploaded.every((url) => pending.delete(url)))
				return refuse(400, PHOTO_ERRORS.uploadNotYours);
			const added = sampleItem(contentOf(body));
			idsByKey.set(key, added.id);
			items.unshift(added);
		}
		const item = items.find(({ id }) => id === idsByKey.get(key));
		if (!item) return refuse(404, ITEM_ERRORS.notFound);
		return { message: ITEM_MESSAGES.added, item };
	});
	fakeApi.answer(updateItem, ({ params, body }) => {
		const index = items.findIndex(({ id }) => id === params.itemId);
		if (items[index]?.isAvailable === false) return refuse(409, ITEM_ERRORS.alreadySold);
		const item = { ...items[index], ...contentOf(body, items[index]?.photos) } as Item;
		items[index] = item;
		return { message: ITEM_MESSAGES.updated, item };
	});
	fakeApi.answer(getItemDetails, ({ params }) => {
		return { data: items.find(({ id }) => id === params.id) as Item };
	});
	// After posting an item, the app opens the home page, which sends these two requests.
	fakeApi.answerByDefault(getAllItems, () => items);
	fakeApi.answerByDefault(countItems);
	fakeFormAdvice();
	fakeApi.answerByDefault(getNotificationSummary);
	return items;

	/** The fields of an item after a form is sent. In `order`, `keep:0` is the first kept photo, `up:0` the first of `uploaded`. */
	function contentOf(
		body: ItemFields & { keepExistingImages?: string[]; uploaded: string[]; order?: string[] },
		existing: readonly Photo[] = [],
	): Partial<Item> {
		const { keepExistingImages = [], uploaded: sent, order = [], ...fields } = body;
		const photos = order.map((name) => {
			const [kind, index = ''] = name.split(':');
			const url = (kind === 'keep' ? keepExistingImages : sent)[Number(index)];
			return [...existing, ...uploaded].find((photo) => photo.url === url) as Photo;
		});
		return {
			...fields,
			details: fields.details ?? {},
			subjects: fields.subjects ?? [],
			photos,
			imageUrl: photos.map(({ url }) => url),
		};
	}
}

/** Fakes further requests of an item form: the subjects to choose from, and the prices of similar sold items. */
export function fakeFormAdvice(): void {
	fakeApi.answerByDefault(getCatalogue, sampleCatalogue());
	fakeApi.answerByDefault(getPriceGuide);
}

/** A refusal of the photo itself: sending it again cannot succeed. */
function refusePhoto(error: DeclaredError): Response {
	return refuse(400, error, { issues: [{ path: 'photo', ...error }] });
}

/** Types into the form of an item. */
export async function fillItemForm(
	values: Partial<typeof ITEM_FORM_VALUES> = ITEM_FORM_VALUES,
): Promise<void> {
	for (const [label, text] of Object.entries(values)) {
		const field = page.getByLabelText(label);
		if (label === 'Category') await field.selectOptions(text);
		else await field.fill(text);
	}
}

/** A JPEG that tests recognize by its width and height. */
export async function pictureFile(name: string, width: number, height: number): Promise<File> {
	const canvas = new OffscreenCanvas(width, height);
	canvas.getContext('2d')?.fillRect(0, 0, width / 2, height / 2);
	return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], name, {
		type: 'image/jpeg',
	});
}

/** Width and height of each photo of an item, such as `80 × 60`. */
export function photoSizesOf(item: Item | undefined): string[] {
	return (item?.photos ?? []).map(({ width, height }) => `${width} × ${height}`);
}

export const widePhoto = () => pictureFile('wide.jpg', 80, 60);
export const tallPhoto = () => pictureFile('tall.jpg', 60, 90);

export function photoInput(): HTMLInputElement {
	const input = document.querySelector<HTMLInputElement>('input[type=file]');
	if (!input) throw new Error('There is no file input.');
	return input;
}

/** Picks photos as a file dialog does. */
export function selectPhotos(...files: readonly File[]): void {
	const input = photoInput();
	const transfer = new DataTransfer();
	for (const file of files) transfer.items.add(file);
	input.files = transfer.files;
	input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Picks photos and waits until the server has them all. */
export async function selectPhotosAndUpload(...files: readonly File[]): Promise<void> {
	const before = fakeApi.requests(uploadPhoto).length;
	selectPhotos(...files);
	await expect.poll(() => fakeApi.requests(uploadPhoto)).toHaveLength(before + files.length);
	await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
}

/** The texts of all alerts, from top to bottom. */
export function alertTexts(): string[] {
	const texts = page
		.getByRole('alert')
		.elements()
		.map(({ textContent }) => textContent ?? '');
	return texts.map((text) => text.trim()).filter(Boolean);
}
