import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { checkSession } from '#contract/auth/endpoints.ts';
import { listChats } from '#contract/chat/endpoints.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { getNotificationSummary } from '#contract/notifications/endpoints.ts';
import {
	addSavedItem,
	addSavedItems,
	listSavedIds,
	removeSavedItem,
} from '#contract/saved/endpoints.ts';
import { SAVED_ERRORS } from '#contract/saved/errors.ts';
import { SAVED_LIMITS } from '#contract/saved/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { chatPage } from '#tests/support/chat-replies.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { shownItem } from '#tests/support/item-replies.ts';
import { notificationSummary } from '#tests/support/notification-replies.ts';
import { renderApp } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';
import { withDraftStore } from '#web/lib/drafts/database.ts';
import { VISITOR_SAVED_PREFIX } from '#web/lib/drafts/visitor-keys.ts';
import { signIn } from '#web/lib/session/session.ts';

const heart = page.getByRole('button', { name: /^Save / });
const saved = page.getByRole('button', { name: /^Save /, pressed: true });
const unsaved = page.getByRole('button', { name: /^Save /, pressed: false });

const putRequests = () => fakeApi.requests(addSavedItem).map(({ params }) => params.itemId);
const deleteRequests = () => fakeApi.requests(removeSavedItem).map(({ params }) => params.itemId);
/** Without the items seen lately, which are in the same store. */
const storedKeys = async () =>
	((await withDraftStore('readonly', (store) => store.getAllKeys())) ?? [])
		.map(String)
		.filter((key) => key.includes('/saved'));
const storeChange = (key: string, itemId: number, changedAt = 1) =>
	withDraftStore('readwrite', (store) => store.put({ itemId, isSaved: true, changedAt }, key));

/** The ids that are shown on a visit without a connection. */
const knownIds = () => withDraftStore('readonly', (store) => store.get(`${STUDENT.id}/saved-ids`));

/** What the server has stored. */
let onServer: number[] = [];

/** Fakes a server that stores the saved items. */
function fakeSaved(ids: readonly number[] = []): void {
	onServer = [...ids];
	fakeApi.answer(listSavedIds, () => ({ success: true, ids: onServer }));
	fakeApi.answer(addSavedItem, ({ params }) => {
		onServer = [params.itemId, ...onServer];
		return { success: true, saved: true };
	});
	fakeApi.answer(removeSavedItem, ({ params }) => {
		onServer = onServer.filter((id) => id !== params.itemId);
		return { success: true, saved: false };
	});
	fakeApi.answer(addSavedItems, ({ body }) => {
		onServer = body.ids.map(Number);
		return { success: true, ids: onServer, isFull: false };
	});
}

/** Opens the page of another student's item, and waits until the user's saved items are loaded. */
async function openItem() {
	const item = fakeItemPage({ title: 'Drafter' });
	fakeSaved();
	await renderApp(`/item/${item.id}`, { as: STUDENT });
	await expect.poll(storedKeys).toContain(`${STUDENT.id}/saved-ids`);
	await expect.element(unsaved).toBeVisible();
	return item;
}

async function openItemAsVisitor() {
	const item = fakeItemPage({ title: 'Drafter' });
	fakeSaved();
	await renderApp(`/item/${item.id}`);
	await expect.element(unsaved).toBeVisible();
	return item;
}

describe('save button of an item', () => {
	test('the button shows a change at once, before the server has responded', async () => {
		const { id } = await openItem();
		const release = fakeApi.hold(addSavedItem);
		await expect.element(unsaved).toBeVisible();

		await heart.click();

		await expect.element(saved).toBeVisible();
		release();
		await expect.poll(putRequests).toEqual([id]);
		await heart.click();
		await expect.element(unsaved).toBeVisible();
		await expect.poll(deleteRequests).toEqual([id]);
		await expect.poll(storedKeys).not.toContain(`${STUDENT.id}/saved/${id}`);
	});

	test('the button shows a saved item in the same frame as the click', async () => {
		const { id } = await openItem();

		(heart.element() as HTMLElement).click();
		// React renders before any other task.
		await Promise.resolve();

		expect(heart.element()).toHaveAttribute('aria-pressed', 'true');
		await expect.poll(putRequests).toEqual([id]);
		await expect.poll(storedKeys).not.toContain(`${STUDENT.id}/saved/${id}`);
	});

	test('the button shows a saved item when the page opens', async () => {
		const item = fakeItemPage();
		fakeSaved([3, item.id]);

		await renderApp(`/item/${item.id}`, { as: STUDENT });

		await expect.element(saved).toBeVisible();
	});

	test('when the server refuses to save an item, the button is reset and the reason is shown', async () => {
		const { id } = await openItem();
		fakeApi.answer(addSavedItem, refuse(409, SAVED_ERRORS.full));

		await heart.click();

		await expect
			.element(page.getByRole('alert').getByText(SAVED_ERRORS.full.message))
			.toBeVisible();
		await expect.element(unsaved).toBeVisible();
		await expect.poll(storedKeys).not.toContain(`${STUDENT.id}/saved/${id}`);
	});

	test('two quick clicks leave the item unsaved, on the server as well', async () => {
		const { id } = await openItem();
		const release = fakeApi.hold(addSavedItem);

		await heart.click();
		await expect.poll(putRequests).toEqual([id]);
		await heart.click();
		release();

		await expect.poll(deleteRequests).toEqual([id]);
		await expect.element(unsaved).toBeVisible();
		expect(putRequests()).toEqual([id]);
	});

	test('the seller’s own item has no save button', async () => {
		const { id } = fakeItemPage({ userId: STUDENT.id, savedCount: 2 });

		await renderApp(`/item/${id}`, { as: STUDENT });

		await expect.element(page.getByText('See Interested Buyers')).toBeVisible();
		expect(heart.elements()).toEqual([]);
	});

	test('the button follows a change of its item in another tab of the same user', async () => {
		const [drafter, lamp] = ['Drafter', 'Lamp'].map((title) => shownItem({ title, userId: 99 }));
		fakeListing(drafter ?? shownItem(), lamp ?? shownItem());
		fakeSaved();
		await renderApp('/category/All', { as: STUDENT });
		await expect.poll(storedKeys).toContain(`${STUDENT.id}/saved-ids`);
		const heartOf = (title: string, pressed: boolean) =>
			page.getByRole('button', { name: `Save ${title}`, pressed });
		const otherTab = new BroadcastChannel('saved-items');
		const tell = (userId: number, itemId?: number) =>
			otherTab.postMessage({ userId, change: { itemId, isSaved: true } });

		tell(99, drafter?.id);
		// A page that is told while it loads the ids loads them again, and then takes the server's.
		onServer = [lamp?.id ?? 0];
		tell(STUDENT.id, lamp?.id);
		await expect.element(heartOf('Lamp', true)).toBeVisible();
		await expect.element(heartOf('Drafter', false)).toBeVisible();
		onServer = [drafter?.id ?? 0, ...onServer];
		tell(STUDENT.id, drafter?.id);

		await expect.element(heartOf('Drafter', true)).toBeVisible();
		expect(putRequests()).toEqual([]);
		otherTab.close();
	});
});

describe('saving an item without a working connection', () => {
	test('the item stays marked as saved, and the change is sent once when the connection is back', async () => {
		const { id } = await openItem();
		await expect.element(unsaved).toBeVisible();
		fakeApi.goOffline();

		await heart.click();
		await expect.element(saved).toBeVisible();
		await expect.poll(storedKeys).toContain(`${STUDENT.id}/saved/${id}`);
		fakeApi.goOnline();

		await expect.poll(putRequests).toEqual([id]);
		await expect.poll(storedKeys).not.toContain(`${STUDENT.id}/saved/${id}`);
		await expect.element(saved).toBeVisible();
		expect(putRequests()).toEqual([id]);
	});

	test('an unsent change of an earlier visit is shown and sent', async () => {
		const item = fakeItemPage();
		fakeSaved();
		const release = fakeApi.hold(addSavedItem);
		await storeChange(`${STUDENT.id}/saved/${item.id}`, item.id);

		await renderApp(`/item/${item.id}`, { as: STUDENT });

		await expect.element(saved).toBeVisible();
		release();
		await expect.poll(putRequests).toEqual([item.id]);
	});

	test('unsent changes are sent in the order in which they were made', async () => {
		const item = fakeItemPage();
		fakeSaved();
		await storeChange(`${STUDENT.id}/saved/12`, 12, 1);
		await storeChange(`${STUDENT.id}/saved/${item.id}`, item.id, 2);

		await renderApp(`/item/${item.id}`, { as: STUDENT });

		await expect.poll(putRequests).toEqual([12, item.id]);
	});

	test('when the saved items cannot be loaded, the button shows the state of the last visit', async () => {
		const item = fakeItemPage();
		fakeApi.answer(listSavedIds, NO_CONNECTION);
		await withDraftStore('readwrite', (store) => store.put([item.id], `${STUDENT.id}/saved-ids`));

		await renderApp(`/item/${item.id}`, { as: STUDENT });

		await expect.element(saved).toBeVisible();
	});

	test('what the server has saved and removed since the ids were loaded is also known on a visit without a connection', async () => {
		const item = fakeItemPage({ title: 'Drafter' });
		fakeSaved([12, 13]);
		await renderApp(`/item/${item.id}`, { as: STUDENT });
		await expect.poll(knownIds).toEqual([12, 13]);

		await heart.click();
		await expect.poll(putRequests).toEqual([item.id]);
		await expect.poll(storedKeys).toEqual([`${STUDENT.id}/saved-ids`]);
		fakeApi.answer(listSavedIds, NO_CONNECTION);
		await cleanup();
		await renderApp(`/item/${item.id}`);

		await expect.element(saved).toBeVisible();
		await heart.click();
		await expect.poll(deleteRequests).toEqual([item.id]);
		await expect.poll(knownIds).toEqual([12, 13]);
	});

	test('a change that the server refuses is not known on a visit without a connection', async () => {
		const { id } = await openItem();
		fakeApi.answer(addSavedItem, refuse(409, SAVED_ERRORS.full));

		await heart.click();

		await expect.element(unsaved).toBeVisible();
		await expect.poll(storedKeys).not.toContain(`${STUDENT.id}/saved/${id}`);
		expect(await knownIds()).toEqual([]);
	});

	test.each([
		['while the server is busy', refuse(503, REQUEST_ERRORS.unavailable)],
		[
			'when a proxy responds with status 502',
			new Response('<h1>Bad Gateway</h1>', { status: 502 }),
		],
		['behind the login page of a network', new Response('<h1>Campus Wi-Fi</h1>', { status: 200 })],
	])('%s, the item stays marked as saved, and the change is sent again', async (_when, answer) => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		const { id } = await openItem();
		fakeApi.answer(addSavedItem, answer);

		await heart.click();
		await expect.poll(putRequests).toEqual([id]);
		await expect.element(saved).toBeVisible();
		fakeSaved();
		// The pause before the retry begins once the answer is read, which takes a moment.
		const putRequestsLater = async () => {
			await vi.advanceTimersByTimeAsync(1000);
			return putRequests();
		};

		await expect.poll(putRequestsLater).toEqual([id, id]);
		await skipUntil(saved);
	});
});

describe('items saved by a visitor', () => {
	test('a visitor’s saved item is stored on the device, without a request', async () => {
		const { id } = await openItemAsVisitor();

		await heart.click();

		await expect.element(saved).toBeVisible();
		await expect.poll(storedKeys).toEqual([`${VISITOR_SAVED_PREFIX}${id}`]);
		await heart.click();
		await expect.element(unsaved).toBeVisible();
		await expect.poll(storedKeys).toEqual([]);
		expect(putRequests()).toEqual([]);
	});

	test('a visitor sees on the next visit that an item is saved', async () => {
		const item = fakeItemPage();
		await storeChange(VISITOR_SAVED_PREFIX + item.id, item.id);

		await renderApp(`/item/${item.id}`);

		await expect.element(saved).toBeVisible();
	});

	test('a visitor can save no more items than a user', async () => {
		const item = fakeItemPage();
		for (let number = 1; number <= SAVED_LIMITS.itemsMax; number += 1)
			await storeChange(`${VISITOR_SAVED_PREFIX}${1000 + number}`, 1000 + number);
		await renderApp(`/item/${item.id}`);

		await heart.click();

		await expect
			.element(page.getByRole('alert').getByText(SAVED_ERRORS.full.message))
			.toBeVisible();
		await expect.element(unsaved).toBeVisible();
	});

	test('when a visitor signs in, the saved items are sent once, newest first', async () => {
		const { id } = await openItemAsVisitor();
		await storeChange(`${VISITOR_SAVED_PREFIX}12`, 12);
		await heart.click();
		await expect.poll(storedKeys).toContain(`${VISITOR_SAVED_PREFIX}${id}`);
		fakeApi.answerByDefault(getNotificationSummary, notificationSummary());
		fakeApi.answerByDefault(listChats, chatPage([]));
		fakeApi.answerByDefault(checkSession, { success: true, user: STUDENT });

		signIn('token-of-a-visitor', STUDENT.id);

		const sent = () => fakeApi.requests(addSavedItems).map(({ body }) => body.ids);
		await expect.poll(sent).toEqual([[id, 12]]);
		await expect.poll(storedKeys).not.toContain(`${VISITOR_SAVED_PREFIX}${id}`);
		await expect.element(saved).toBeVisible();
		expect(sent()).toHaveLength(1);
	});

	test('a visitor who signs in is told when not all saved items fit into the account', async () => {
		const item = fakeItemPage();
		fakeSaved();
		fakeApi.answer(addSavedItems, { success: true, ids: [], isFull: true });
		await storeChange(VISITOR_SAVED_PREFIX + item.id, item.id);

		await renderApp(`/item/${item.id}`, { as: STUDENT });

		await expect
			.element(page.getByRole('alert').getByText(SAVED_ERRORS.full.message))
			.toBeVisible();
		await expect.element(unsaved).toBeVisible();
		await expect.poll(storedKeys).toEqual([`${STUDENT.id}/saved-ids`]);
	});

	test('on a page without hearts, items sent after the sign-in are known on a visit without a connection', async () => {
		fakeSaved();
		await withDraftStore('readwrite', (store) => store.put([3], `${STUDENT.id}/saved-ids`));
		await storeChange(`${VISITOR_SAVED_PREFIX}12`, 12, 1);
		await storeChange(`${VISITOR_SAVED_PREFIX}13`, 13, 2);

		await renderApp('/rules', { as: STUDENT });

		await expect.poll(knownIds).toEqual([13, 12, 3]);
		expect(fakeApi.requests(listSavedIds)).toEqual([]);
		await expect.poll(storedKeys).toEqual([`${STUDENT.id}/saved-ids`]);
	});

	describe('login while the server is busy', () => {
		const visitorKey = (id: number) => `${VISITOR_SAVED_PREFIX}${id}`;
		const sent = () => fakeApi.requests(addSavedItems).map(({ body }) => body.ids);

		async function openItemSavedAsVisitor() {
			const item = fakeItemPage({ title: 'Drafter' });
			fakeSaved();
			fakeApi.answer(addSavedItems, refuse(503, REQUEST_ERRORS.unavailable));
			await storeChange(visitorKey(item.id), item.id);
			await renderApp(`/item/${item.id}`, { as: STUDENT });
			await expect.poll(sent).toEqual([[item.id]]);
			await expect.element(saved).toBeVisible();
			return item;
		}

		test('items saved before the login are sent again a little later', async () => {
			vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
			const { id } = await openItemSavedAsVisitor();
			fakeSaved();
			const sentLater = async () => {
				await vi.advanceTimersByTimeAsync(1000);
				return sent();
			};

			await expect.poll(sentLater).toEqual([[id], [id]]);
			await expect.poll(storedKeys).not.toContain(visitorKey(id));
		});

		test('the user can still unsave an item that could not be sent', async () => {
			const { id } = await openItemSavedAsVisitor();

			await heart.click();

			await expect.element(unsaved).toBeVisible();
			await expect.poll(deleteRequests).toEqual([id]);
			await expect.poll(storedKeys).not.toContain(visitorKey(id));
		});
	});
});
