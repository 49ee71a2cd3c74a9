import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { findAccessibilityViolations, openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import {
	createSellerAndBuyer,
	messageItem,
	messageTexts,
	sendMessage,
	waitUntilReady,
} from '#tests/support/chat-page.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();

/** Opens the home page, waits until the service worker has cached the app, and takes the page offline. */
async function openHomeOnce(as: { id: number; token: string }): Promise<Page> {
	const page = await visit('/', { as, width: 390, hasServiceWorker: true });
	// Fetched by the test: the service worker caches the app only when the page itself sends no requests.
	const worker = await (await fetch(`${inject('marketAddress')}/service-worker.js`)).text();
	const listed = new Set(worker.match(/\/assets\/[\w.-]+/g));
	expect(listed.size).toBeGreaterThan(50);
	const isCached = () =>
		page.evaluate(
			async (files) => {
				const cachedRequests = await (await caches.open('app')).keys();
				const paths = cachedRequests.map(({ url }) => new URL(url).pathname);
				return files.every((file) => paths.includes(file));
			},
			[...listed],
		);
	await expect.poll(isCached, { timeout: 20_000 }).toBe(true);
	// Waits until the page has also loaded the lists of chats, which it keeps in memory.
	await page.waitForFunction(() => {
		const fetched = performance.getEntriesByType('resource');
		return ['buyer', 'seller'].every((role) =>
			fetched.some(({ name }) => name.includes(`/api/chats?role=${role}`)),
		);
	});
	await page.context().setOffline(true);
	return page;
}

test('offline, a user opens every page of the bottom bar; a message written offline is sent exactly once when back online', async () => {
	const { seller, buyer, buyerPath, sellerPath, room } = await createSellerAndBuyer({
		title: 'Desk fan',
	});
	await sendMessagesAs(buyer, room, 'First of all');
	await sendMessagesAs(seller, room, 'Still there');
	const page = await openHomeOnce(buyer);
	const bar = page.getByRole('navigation', { name: 'Main' });

	for (const [name, path] of [
		['Browse', '/category/All'],
		['Sell', '/post'],
		['Me', '/profile'],
		['Home', '/'],
		['Chats', '/chats'],
	] as const) {
		await bar.getByRole('link', { name: new RegExp(`^${name}\\b`) }).click();
		await page.waitForURL(path);
		await page.getByRole('heading', { level: 1 }).first().waitFor();
		expect(await page.getByText('This page did not load as it should.').count(), name).toBe(0);
		// The form has no bottom bar.
		if (name === 'Sell') await page.goBack();
		if (name === 'Me') {
			await page.getByRole('heading', { name: 'There is no connection right now.' }).waitFor();
			await page.getByRole('link', { name: 'See what is on sale' }).waitFor();
		}
	}

	await page.getByRole('link', { name: /Desk fan.*Still there/ }).click();
	await page.waitForURL(buyerPath);
	await page.getByRole('heading', { name: 'Ananya Kumar' }).waitFor();
	await page
		.getByRole('main')
		.getByRole('link', { name: /Desk fan/ })
		.waitFor();
	await messageItem(page, 'Still there').waitFor();
	await sendMessage(page, 'I take it');
	await messageItem(page, 'I take it').getByText(CHAT_MESSAGES.notSent).waitFor();
	const offline = page.getByText(CHAT_MESSAGES.openedOffline);
	await offline.waitFor();
	expect(await page.getByText(CHAT_MESSAGES.errorTitle).count()).toBe(0);
	expect(await page.getByText(/[0-5]\/5/).count()).toBe(0);
	expect(await findAccessibilityViolations(page)).toEqual([]);

	const selling = await visit(sellerPath, { as: seller });
	await waitUntilReady(selling);
	await page.context().setOffline(false);
	await messageItem(selling, 'I take it').waitFor();

	await offline.waitFor({ state: 'detached' });
	await messageItem(page, 'I take it').getByText('Read', { exact: true }).waitFor();
	for (const side of [page, selling]) {
		expect(await messageTexts(side)).toEqual(['First of all', 'Still there', 'I take it']);
	}
	await selling.reload();
	await messageItem(selling, 'I take it').waitFor();
	expect(await messageTexts(selling)).toEqual(['First of all', 'Still there', 'I take it']);
});

test('offline, an item page that was never opened shows an error, with a link to the listings', async () => {
	const item = await postItemAs(await signUpPerson('Meera'), { title: 'Desk fan' });
	const page = await openHomeOnce(await signUpPerson());

	await page.evaluate((path) => window.location.assign(path), `/item/${item}`);
	const offlineHeading = page.getByRole('heading', { level: 1, name: ITEM_MESSAGES.noConnection });
	await offlineHeading.waitFor();

	await page.getByRole('link', { name: 'See what is on sale' }).waitFor();
});
