import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { ITEM_MESSAGES } from '#contract/item-facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
/** Home, opened once, with all that the worker keeps of the app. */
async function openHomeOnce(as: { id: number; token: string }): Promise<Page> {
	const page = await visit('/', { as, width: 390, isKeptOffline: true });
	// Not asked for by the page, which would never be calm.
	const worker = await (await fetch(`${inject('marketAddress')}/service-worker.js`)).text();
	const listed = new Set(worker.match(/\/assets\/[\w.-]+/g));
	expect(listed.size).toBeGreaterThan(50);
	const isKept = () =>
		page.evaluate(
			async (files) => {
				const kept = await (await caches.open('app')).keys();
				const paths = kept.map(({ url }) => new URL(url).pathname);
				return files.every((file) => paths.includes(file));
			},
			[...listed],
		);
	await expect.poll(isKept, { timeout: 20_000 }).toBe(true);
	await page.context().setOffline(true);
	return page;
}

test('whoever has opened home once finds every page of the bottom bar without a connection', async () => {
	const page = await openHomeOnce(await signUpPerson());
	const bar = page.getByRole('navigation', { name: 'Main' });

	for (const [name, path] of [
		['Browse', '/category/All'],
		['Sell', '/post'],
		['Chats', '/chats'],
		['Me', '/profile'],
		['Home', '/'],
	] as const) {
		await bar.getByRole('link', { name, exact: true }).click();
		await page.waitForURL(path);
		await page.getByRole('heading', { level: 1 }).first().waitFor();
		expect(await page.getByText('This page did not load as it should.').count(), name).toBe(0);
	}
});

test('an item that was never seen says within three seconds that it can not be had, with a way on', async () => {
	const item = await postItemAs(await signUpPerson('Meera'), { title: 'Desk fan' });
	const page = await openHomeOnce(await signUpPerson());

	await page.evaluate((path) => window.location.assign(path), `/item/${item}`);
	const said = page.getByRole('heading', { level: 1, name: ITEM_MESSAGES.noConnection });
	await said.waitFor({ timeout: 3000 });

	await page.getByRole('link', { name: 'See what is on sale' }).waitFor();
});
