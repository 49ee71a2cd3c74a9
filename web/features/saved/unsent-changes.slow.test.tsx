import { describe, expect, test, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react/pure';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { addSavedItem, listSavedIds } from '#contract/saved/endpoints.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { renderApp } from '#tests/support/render-page.tsx';
import {
	fakeSavedServer,
	heart,
	OFFLINE_IDS_KEY,
	offlineIds,
	openItem,
	savedHeart,
	savedKeys,
	saveRequests,
	storeUnsentSave,
	unsavedHeart,
	unsaveRequests,
	unsentKey,
} from '#tests/support/saved-items.ts';
import { skipUntil } from '#tests/support/skip-until.ts';

describe('unsent changes of saved items, and saved ids on the device for visits without a connection', () => {
	test('an item saved without a connection stays marked as saved, and the change is sent once when the connection is back', async () => {
		const { id } = await openItem();
		await expect.element(unsavedHeart).toBeVisible();
		fakeApi.goOffline();

		await heart.click();
		await expect.element(savedHeart).toBeVisible();
		await expect.poll(savedKeys).toContain(unsentKey(id));
		fakeApi.goOnline();

		await expect.poll(saveRequests).toEqual([id]);
		await expect.poll(savedKeys).not.toContain(unsentKey(id));
		await expect.element(savedHeart).toBeVisible();
		expect(saveRequests()).toEqual([id]);
	});

	test('unsent changes of the saved items are sent in the order in which they were made', async () => {
		const item = fakeItemPage();
		fakeSavedServer();
		await storeUnsentSave(unsentKey(12), 12, 1);
		await storeUnsentSave(unsentKey(item.id), item.id, 2);

		await renderApp(`/item/${item.id}`, { as: STUDENT });

		await expect.poll(saveRequests).toEqual([12, item.id]);
	});

	test('the saved ids on the device follow each change that is sent, so that a visit on which the ids cannot be loaded shows the change', async () => {
		const item = fakeItemPage({ title: 'Drafter' });
		fakeSavedServer([12, 13]);
		await renderApp(`/item/${item.id}`, { as: STUDENT });
		await expect.poll(offlineIds).toEqual([12, 13]);

		await heart.click();
		await expect.poll(saveRequests).toEqual([item.id]);
		await expect.poll(savedKeys).toEqual([OFFLINE_IDS_KEY]);
		fakeApi.answer(listSavedIds, NO_CONNECTION);
		await cleanup();
		await renderApp(`/item/${item.id}`);

		await expect.element(savedHeart).toBeVisible();
		await heart.click();
		await expect.poll(unsaveRequests).toEqual([item.id]);
		await expect.poll(offlineIds).toEqual([12, 13]);
	});

	test.each([
		['while the server is busy', refuse(503, REQUEST_ERRORS.unavailable)],
		[
			'when the login page of a Wi-Fi network answers instead',
			new Response('<h1>Campus Wi-Fi</h1>', { status: 200 }),
		],
	])('%s, the item stays marked as saved, and the change is sent again', async (_when, answer) => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		const { id } = await openItem();
		fakeApi.answer(addSavedItem, answer);

		await heart.click();
		await expect.poll(saveRequests).toEqual([id]);
		await expect.element(savedHeart).toBeVisible();
		fakeSavedServer();
		// The pause before the retry begins once the answer is read, which takes a moment.
		const saveRequestsLater = async () => {
			await vi.advanceTimersByTimeAsync(1000);
			return saveRequests();
		};

		await expect.poll(saveRequestsLater).toEqual([id, id]);
		await skipUntil(savedHeart);
	});
});
