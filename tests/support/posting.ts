import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import type { ItemDetails } from '#contract/items/schemas.ts';
import type { openBrowser } from './browser.ts';
import { onCleanup } from './on-cleanup.ts';
import { type Person, signUpPerson } from './people.ts';
import { jpeg, type TestImage } from './test-images.ts';

export const ITEM_FORM_VALUES = {
	Title: 'Drafter with clips',
	Description: 'Hardly used, all screws there.',
	'Price in ₹': '350',
	Category: 'Instruments',
};
type ItemFormValues = Partial<typeof ITEM_FORM_VALUES>;

export const ADD_BUTTON = { name: 'Add Item' } as const;

/** Photos that a test can tell apart by their width and height. */
export const widePhoto = () => jpeg({ name: 'wide.jpg', width: 800, height: 600 });
export const tallPhoto = () => jpeg({ name: 'tall.jpg', width: 600, height: 900 });
export const squarePhoto = () => jpeg({ name: 'square.jpg', width: 700, height: 700 });

/** Signs up a new person and opens the form for a new item as them. */
export async function openPostForm(
	visit: Awaited<ReturnType<typeof openBrowser>>['visit'],
	options: { width?: number } = {},
) {
	const person = await signUpPerson();
	const page = await visit('/post', { as: person, ...options });
	await page.getByRole('heading', { name: 'Add New Item' }).waitFor();
	return { person, page };
}

/** Fills the form of an item. */
export async function fillItemForm(
	page: Page,
	values: ItemFormValues = ITEM_FORM_VALUES,
): Promise<void> {
	for (const [label, text] of Object.entries(values)) {
		if (label === 'Category') await page.getByLabel(label).selectOption(text);
		else await page.getByLabel(label).fill(text);
	}
}

/** Selects files by their paths: sending the bytes of large ones through Playwright's connection would take long. */
export async function selectPhotos(page: Page, ...pictures: TestImage[]): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'market-picked-'));
	onCleanup(() => rm(folder, { recursive: true, force: true }));
	const paths = pictures.map(({ name }) => join(folder, name));
	await Promise.all(pictures.map(({ bytes }, index) => writeFile(paths[index] ?? '', bytes)));
	await page.locator('input[type=file]').setInputFiles(paths);
}

/** Selects photos and waits until all are uploaded. */
export async function selectPhotosAndUpload(page: Page, ...pictures: TestImage[]): Promise<void> {
	let uploaded = 0;
	const allUploads = Promise.withResolvers<void>();
	page.on('response', (response) => {
		if (!response.url().endsWith('/api/item/photos') || response.status() !== 201) return;
		uploaded += 1;
		if (uploaded === pictures.length) allUploads.resolve();
	});
	await selectPhotos(page, ...pictures);
	await allUploads.promise;
	await page.getByRole('progressbar').first().waitFor({ state: 'detached' });
}

/** All items of a person, newest first. */
export async function itemsOf({ token }: Person): Promise<ItemDetails[]> {
	const address = `${inject('marketAddress')}/api/profile/get-profile`;
	const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
	return (await response.json()).data.items;
}

/** Width and height of each photo of a person's newest item. */
export async function photoSizesOf(person: Person) {
	return (await itemsOf(person))[0]?.photos.map(({ width, height }) => [width, height]);
}

/** Controls the page's network: can slow its uploads down, or take it offline. */
export async function emulateNetwork(page: Page) {
	const devtools = await page.context().newCDPSession(page);
	const setConditions = (offline: boolean, uploadThroughput: number) =>
		devtools.send('Network.emulateNetworkConditions', {
			offline,
			latency: 0,
			downloadThroughput: -1,
			uploadThroughput,
		});
	return {
		limitUpload: (uploadBytesPerSecond: number) => setConditions(false, uploadBytesPerSecond),
		restore: () => setConditions(false, -1),
		goOffline: () => setConditions(true, -1),
	};
}
