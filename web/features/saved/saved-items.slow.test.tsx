import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { checkSession } from '#contract/auth/endpoints.ts';
import { listChats } from '#contract/chat/endpoints.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { getNotificationSummary } from '#contract/notifications/endpoints.ts';
import { addSavedItem, addSavedItems, listSavedIds } from '#contract/saved/endpoints.ts';
import { SAVED_ERRORS } from '#contract/saved/errors.ts';
import { SAVED_LIMITS } from '#contract/saved/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { chatPage } from '#tests/support/chat-replies.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { notificationSummary } from '#tests/support/notification-replies.ts';
import { renderApp } from '#tests/support/render-page.tsx';
import {
	fakeSavedServer,
	heart,
	OFFLINE_IDS_KEY,
	offlineIds,
	openItem,
	openItemAsVisitor,
	savedHeart,
	savedKeys,
	saveRequests,
	storeUnsentSave,
	unsavedHeart,
	unsaveRequests,
	unsentKey,
	visitorKey,
} from '#tests/support/saved-items.ts';
import { skipUntil } from '#tests/support/skip-until.ts';
import { signIn } from '#web/lib/session/session.ts';

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
});

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

const sentBatches = () => fakeApi.requests(addSavedItems).map(({ body }) => body.ids);

describe('items saved by a visitor', () => {
	test('a visitor can save no more items than a user', async () => {
		const item = fakeItemPage();
		for (let number = 1; number <= SAVED_LIMITS.itemsMax; number += 1)
			await storeUnsentSave(visitorKey(1000 + number), 1000 + number);
		await renderApp(`/item/${item.id}`);

		await heart.click();

		await expect
			.element(page.getByRole('alert').getByText(SAVED_ERRORS.full.message))
			.toBeVisible();
		await expect.element(unsavedHeart).toBeVisible();
	});

	test('when a visitor signs in, the saved items are sent once, newest first', async () => {
		const { id } = await openItemAsVisitor();
		await storeUnsentSave(visitorKey(12), 12);
		await heart.click();
		await expect.poll(savedKeys).toContain(visitorKey(id));
		fakeApi.answerByDefault(getNotificationSummary, notificationSummary());
		fakeApi.answerByDefault(listChats, chatPage([]));
		fakeApi.answerByDefault(checkSession, { success: true, user: STUDENT });

		signIn('token-of-a-visitor', STUDENT.id);

		await expect.poll(sentBatches).toEqual([[id, 12]]);
		await expect.poll(savedKeys).not.toContain(visitorKey(id));
		await expect.element(savedHeart).toBeVisible();
		expect(sentBatches()).toHaveLength(1);
	});

	describe('sign-in while the server is busy', () => {
		async function openItemWithUnsentVisitorSave() {
			const item = fakeItemPage({ title: 'Drafter' });
			fakeSavedServer();
			fakeApi.answer(addSavedItems, refuse(503, REQUEST_ERRORS.unavailable));
			await storeUnsentSave(visitorKey(item.id), item.id);
			await renderApp(`/item/${item.id}`, { as: STUDENT });
			await expect.poll(sentBatches).toEqual([[item.id]]);
			await expect.element(savedHeart).toBeVisible();
			return item;
		}

		test('when the server is busy at the sign-in, items saved before the sign-in are sent again a little later', async () => {
			vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
			const { id } = await openItemWithUnsentVisitorSave();
			fakeSavedServer();
			const sentBatchesLater = async () => {
				await vi.advanceTimersByTimeAsync(1000);
				return sentBatches();
			};

			await expect.poll(sentBatchesLater).toEqual([[id], [id]]);
			await expect.poll(savedKeys).not.toContain(visitorKey(id));
		});
	});
});
