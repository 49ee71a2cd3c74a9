import { expect } from 'vitest';
import { page } from 'vitest/browser';
import {
	addSavedItem,
	addSavedItems,
	listSavedIds,
	removeSavedItem,
} from '#contract/saved/endpoints.ts';
import { withDraftStore } from '#web/lib/drafts/database.ts';
import { VISITOR_SAVED_PREFIX } from '#web/lib/drafts/visitor-keys.ts';
import { STUDENT } from './account-replies.ts';
import { fakeApi } from './fake-api.ts';
import { fakeItemPage } from './fake-item-page.ts';
import { renderApp } from './render-page.tsx';

/** The save button of the item on the page, and the same button by its state. */
export const heart = page.getByRole('button', { name: /^Save / });
export const savedHeart = page.getByRole('button', { name: /^Save /, pressed: true });
export const unsavedHeart = page.getByRole('button', { name: /^Save /, pressed: false });

export const saveRequests = () => fakeApi.requests(addSavedItem).map(({ params }) => params.itemId);
export const unsaveRequests = () =>
	fakeApi.requests(removeSavedItem).map(({ params }) => params.itemId);

/** The key of the ids that are shown on a visit without a connection. */
export const OFFLINE_IDS_KEY = `${STUDENT.id}/saved-ids`;
/** The key under which saving or unsaving this item is stored until it is sent. */
export const unsentKey = (itemId: number) => `${STUDENT.id}/saved/${itemId}`;
/** The key of an item that a visitor has saved. */
export const visitorKey = (itemId: number) => `${VISITOR_SAVED_PREFIX}${itemId}`;

/** The keys of saved items on this device, without the items seen lately, which are in the same store. */
export const savedKeys = async () =>
	((await withDraftStore('readonly', (store) => store.getAllKeys())) ?? [])
		.map(String)
		.filter((key) => key.includes('/saved'));

/** @param changedAt milliseconds since 1970 */
export const storeUnsentSave = (key: string, itemId: number, changedAt = 1) =>
	withDraftStore('readwrite', (store) => store.put({ itemId, isSaved: true, changedAt }, key));

export const offlineIds = () => withDraftStore('readonly', (store) => store.get(OFFLINE_IDS_KEY));

/**
 * Fakes a server that stores the saved items.
 * @returns what it has stored, newest first; a test can change it
 */
export function fakeSavedServer(ids: readonly number[] = []): { ids: number[] } {
	const server = { ids: [...ids] };
	fakeApi.answer(listSavedIds, () => ({ ids: server.ids }));
	fakeApi.answer(addSavedItem, ({ params }) => {
		server.ids = [params.itemId, ...server.ids];
		return { saved: true };
	});
	fakeApi.answer(removeSavedItem, ({ params }) => {
		server.ids = server.ids.filter((id) => id !== params.itemId);
		return { saved: false };
	});
	fakeApi.answer(addSavedItems, ({ body }) => {
		server.ids = body.ids.map(Number);
		return { ids: server.ids };
	});
	return server;
}

/** Opens the page of another student's item, and waits until the user's saved items are loaded. */
export async function openItem() {
	const item = fakeItemPage({ title: 'Drafter' });
	fakeSavedServer();
	await renderApp(`/item/${item.id}`, { as: STUDENT });
	await expect.poll(savedKeys).toContain(OFFLINE_IDS_KEY);
	await expect.element(unsavedHeart).toBeVisible();
	return item;
}

export async function openItemAsVisitor() {
	const item = fakeItemPage({ title: 'Drafter' });
	fakeSavedServer();
	await renderApp(`/item/${item.id}`);
	await expect.element(unsavedHeart).toBeVisible();
	return item;
}
