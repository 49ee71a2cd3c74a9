import type { Page, Route } from 'playwright-core';
import { inject } from 'vitest';
import type { ItemDetails } from '#contract/items/items.ts';
import type { openBrowser } from './browser.ts';
import { type Person, signUpPerson } from './people.ts';
import { picked } from './picked-files.ts';
import { jpeg, type TestPicture } from './pictures.ts';

export const TYPED = {
	Title: 'Drafter with clips',
	Description: 'Hardly used, all screws there.',
	Price: '350',
	Category: 'Instruments',
};
export type Typed = Partial<typeof TYPED>;

export const ADD_BUTTON = { name: 'Add Item' } as const;

/** Pictures that are known by their shapes. */
export const wide = () => jpeg({ name: 'wide.jpg', width: 800, height: 600 });
export const tall = () => jpeg({ name: 'tall.jpg', width: 600, height: 900 });
export const square = () => jpeg({ name: 'square.jpg', width: 700, height: 700 });

/** The form of a new item, before somebody who has just signed up. */
export async function openPostForm(
	visit: Awaited<ReturnType<typeof openBrowser>>['visit'],
	options: { width?: number } = {},
) {
	const person = await signUpPerson();
	const page = await visit('/post', { as: person, ...options });
	await page.getByRole('heading', { name: 'Add New Item' }).waitFor();
	return { person, page };
}

/** Types into the form of an item. */
export async function fillIn(page: Page, typed: Typed = TYPED): Promise<void> {
	for (const [label, text] of Object.entries(typed)) {
		if (label === 'Category') await page.getByLabel(label).selectOption(text);
		else await page.getByLabel(label).fill(text);
	}
}

export async function pick(page: Page, ...pictures: TestPicture[]): Promise<void> {
	await page.locator('input[type=file]').setInputFiles(picked(pictures));
}

/** Picks photos and waits until the server has them all. */
export async function pickAndSend(page: Page, ...pictures: TestPicture[]): Promise<void> {
	let sent = 0;
	const all = Promise.withResolvers<void>();
	page.on('response', (response) => {
		if (!response.url().endsWith('/api/item/photos') || response.status() !== 201) return;
		sent += 1;
		if (sent === pictures.length) all.resolve();
	});
	await pick(page, ...pictures);
	await all.promise;
	await page.getByRole('progressbar').first().waitFor({ state: 'detached' });
}

/** The item is posted, and nobody hears of it. */
export async function loseAnswer(route: Route): Promise<void> {
	await route.fetch();
	await route.abort('connectionreset');
}

/** Everything that a person has on the market, newest first. */
export async function itemsOf({ token }: Person): Promise<ItemDetails[]> {
	const address = `${inject('marketAddress')}/api/profile/get-profile`;
	const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
	return (await answer.json()).data.items;
}

/** Width and height of each photo of somebody's newest item. */
export async function shapesOf(person: Person) {
	return (await itemsOf(person))[0]?.photos.map(({ width, height }) => [width, height]);
}

/** What stands in the way on a page, in its own words. */
export async function alertsOn(page: Page): Promise<string[]> {
	const texts = await page.getByRole('alert').allInnerTexts();
	return texts.map((text) => text.trim()).filter(Boolean);
}

/** A page's line to the market, as slow as a hostel's on Sunday evening where asked. */
export async function lineOf(page: Page) {
	const devtools = await page.context().newCDPSession(page);
	const become = (offline: boolean, uploadThroughput: number) =>
		devtools.send('Network.emulateNetworkConditions', {
			offline,
			latency: 0,
			downloadThroughput: -1,
			uploadThroughput,
		});
	return {
		slow: (uploadBytesPerSecond: number) => become(false, uploadBytesPerSecond),
		fast: () => become(false, -1),
		cut: () => become(true, -1),
	};
}
