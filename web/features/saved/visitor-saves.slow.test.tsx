import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { checkSession } from '#contract/auth/endpoints.ts';
import { listChats } from '#contract/chat/endpoints.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { getNotificationSummary } from '#contract/notifications/endpoints.ts';
import { addSavedItems } from '#contract/saved/endpoints.ts';
import { SAVED_ERRORS } from '#contract/saved/errors.ts';
import { SAVED_LIMITS } from '#contract/saved/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { chatPage } from '#tests/support/chat-replies.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { notificationSummary } from '#tests/support/notification-replies.ts';
import { renderApp } from '#tests/support/render-page.tsx';
import {
	fakeSavedServer,
	heart,
	openItemAsVisitor,
	savedHeart,
	savedKeys,
	storeUnsentSave,
	unsavedHeart,
	visitorKey,
} from '#tests/support/saved-items.ts';
import { signIn } from '#web/lib/session/session.ts';

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
