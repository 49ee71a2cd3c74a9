import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { listSavedIds, listSavedItems, removeSavedItem } from '#contract/saved/endpoints.ts';
import type { SavedItem } from '#contract/saved/schemas.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { withDraftStore } from '#web/lib/drafts/database.ts';

const kettle: SavedItem = {
	...sampleItem({ title: 'Kettle', userId: 99 }),
	status: 'available',
	savedPrice: 700,
};
const scale: SavedItem = { id: 77, title: 'Old scale', isAvailable: false, status: 'removed' };

const heartOf = (title: string, pressed: boolean) =>
	page.getByRole('button', { name: `Save ${title}`, pressed });
const card = (title: string) => page.getByRole('article', { name: title });
const countRequests = (endpoint: Endpoint) => fakeApi.requests(endpoint).length;
const unsentKeys = async () =>
	((await withDraftStore('readonly', (store) => store.getAllKeys())) ?? [])
		.map(String)
		.filter((key) => key.includes('/saved/'));

/** What the server has stored. */
let onServer: SavedItem[] = [];

beforeEach(() => {
	onServer = [kettle, scale];
	fakeApi.answer(listSavedIds, () => ({ success: true, ids: onServer.map(({ id }) => id) }));
	fakeApi.answer(listSavedItems, () => ({ success: true, items: onServer, nextCursor: null }));
	fakeApi.answer(removeSavedItem, ({ params }) => {
		onServer = onServer.filter(({ id }) => id !== params.itemId);
		return { success: true, saved: false };
	});
});

test('an item that the user unsaves stays on the page of saved items after a return to the tab and after a reconnection', async () => {
	await renderPage('/saved', { as: STUDENT });
	await heartOf('Kettle', true).click();
	await expect.poll(() => onServer).toEqual([scale]);
	// The change is sent, and the list is marked as outdated.
	await expect.poll(unsentKeys).toEqual([]);
	const [listRequests, idRequests] = [countRequests(listSavedItems), countRequests(listSavedIds)];

	window.dispatchEvent(new Event('visibilitychange'));
	fakeApi.goOffline();
	fakeApi.goOnline();

	await expect.poll(() => countRequests(listSavedIds)).toBeGreaterThan(idRequests);
	expect(countRequests(listSavedItems)).toBe(listRequests);
	await expect.element(card('Kettle')).toBeVisible();
	await expect.element(heartOf('Kettle', false)).toBeVisible();
});

test('when unsaving a deleted item removes its card, the focus moves to the heading of the saved items', async () => {
	await renderPage('/saved', { as: STUDENT });

	await heartOf('Old scale', true).click();

	await expect.element(card('Old scale')).not.toBeInTheDocument();
	await expect.element(page.getByRole('heading', { name: 'Saved items' })).toHaveFocus();
	await expect.poll(() => onServer).toEqual([kettle]);
});
