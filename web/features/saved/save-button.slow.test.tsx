import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { addSavedItem } from '#contract/saved/endpoints.ts';
import { SAVED_ERRORS } from '#contract/saved/errors.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
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
	unsavedHeart,
	unsaveRequests,
	unsentKey,
} from '#tests/support/saved-items.ts';

describe('save button of an item', () => {
	test('the save button shows a change at once, before the server has responded', async () => {
		const { id } = await openItem();
		const release = fakeApi.hold(addSavedItem);
		await expect.element(unsavedHeart).toBeVisible();

		await heart.click();

		await expect.element(savedHeart).toBeVisible();
		release();
		await expect.poll(saveRequests).toEqual([id]);
		await heart.click();
		await expect.element(unsavedHeart).toBeVisible();
		await expect.poll(unsaveRequests).toEqual([id]);
		await expect.poll(savedKeys).not.toContain(unsentKey(id));
	});

	test('when the server refuses to save an item, the save button is reset, the reason is shown, and the device does not keep the item as saved', async () => {
		const { id } = await openItem();
		fakeApi.answer(addSavedItem, refuse(409, SAVED_ERRORS.full));

		await heart.click();

		await expect
			.element(page.getByRole('alert').getByText(SAVED_ERRORS.full.message))
			.toBeVisible();
		await expect.element(unsavedHeart).toBeVisible();
		await expect.poll(savedKeys).not.toContain(unsentKey(id));
		expect(await offlineIds()).toEqual([]);
	});

	test('two quick clicks on the save button leave the item unsaved, on the server as well', async () => {
		const { id } = await openItem();
		const release = fakeApi.hold(addSavedItem);

		await heart.click();
		await expect.poll(saveRequests).toEqual([id]);
		await heart.click();
		release();

		await expect.poll(unsaveRequests).toEqual([id]);
		await expect.element(unsavedHeart).toBeVisible();
		expect(saveRequests()).toEqual([id]);
	});

	test('the save button follows changes that the same user makes in another tab, and no changes of another user', async () => {
		const drafter = sampleItem({ title: 'Drafter', userId: 99 });
		const lamp = sampleItem({ title: 'Lamp', userId: 99 });
		fakeListing(drafter, lamp);
		const server = fakeSavedServer();
		await renderApp('/category/All', { as: STUDENT });
		await expect.poll(savedKeys).toContain(OFFLINE_IDS_KEY);
		const heartOf = (title: string, pressed: boolean) =>
			page.getByRole('button', { name: `Save ${title}`, pressed });
		const otherTab = new BroadcastChannel('saved-items');
		const announceSave = (userId: number, itemId: number) =>
			otherTab.postMessage({ userId, change: { itemId, isSaved: true } });
		// The server has the saved item as well, because a page that is still loading the saved ids loads them once more.
		const saveInOtherTab = (itemId: number) => {
			server.ids = [itemId, ...server.ids];
			announceSave(STUDENT.id, itemId);
		};

		announceSave(99, drafter.id);
		saveInOtherTab(lamp.id);
		await expect.element(heartOf('Lamp', true)).toBeVisible();
		await expect.element(heartOf('Drafter', false)).toBeVisible();
		saveInOtherTab(drafter.id);

		await expect.element(heartOf('Drafter', true)).toBeVisible();
		expect(saveRequests()).toEqual([]);
		otherTab.close();
	});
});
