import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { getItemDetails } from '#contract/items/endpoints.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { listSavedIds, listSavedItems, removeSavedItem } from '#contract/saved/endpoints.ts';
import { SAVED_MESSAGES } from '#contract/saved/facts.ts';
import type { PublicSavedItem, RemovedSavedItem, SavedItem } from '#contract/saved/schemas.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { withDraftStore } from '#web/lib/drafts/database.ts';
import { VISITOR_SAVED_PREFIX } from '#web/lib/drafts/visitor-keys.ts';

const list = page.getByRole('list', { name: 'Saved items' });
const titles = () =>
	list
		.getByRole('heading')
		.elements()
		.map(({ textContent }) => textContent);
const heartOf = (title: string) => page.getByRole('button', { name: `Save ${title}` });
const card = (title: string) => page.getByRole('article', { name: title });

const seller = { userId: 99, sellerId: 99 };
const drafter: PublicSavedItem = {
	...sampleItem({ ...seller, title: 'Drafter', price: 400 }),
	status: 'available',
	savedPrice: 450,
};
const kettle: PublicSavedItem = {
	...sampleItem({ ...seller, title: 'Kettle', price: 700 }),
	status: 'available',
	savedPrice: 700,
};
const soldLamp: PublicSavedItem = {
	...sampleItem({ ...seller, title: 'Lamp', status: 'sold', isAvailable: false, price: 90 }),
	status: 'sold',
	savedPrice: 100,
};
const removed: RemovedSavedItem = {
	id: 77,
	title: 'Old scale',
	isAvailable: false,
	status: 'removed',
};

async function openPage(items: readonly (typeof drafter | RemovedSavedItem)[]) {
	const ids = items.map(({ id }) => id);
	fakeApi.answer(listSavedIds, { success: true, ids });
	fakeApi.answer(listSavedItems, { success: true, items: [...items], nextCursor: null });
	await renderPage('/saved', { as: STUDENT });
}

describe('saved items of a user', () => {
	test('the page marks sold and removed items, and shows the former price of an available item that became cheaper', async () => {
		await openPage([drafter, kettle, soldLamp, removed]);

		await expect.element(card('Kettle')).toBeVisible();
		expect(titles()).toEqual(['Drafter', 'Kettle', 'Lamp', 'Old scale']);
		await expect.element(list.getByText('₹450 when you saved it')).toBeVisible();
		expect(list.getByText('when you saved it').elements()).toHaveLength(1);
		await expect.element(card('Lamp').getByText('Sold')).toBeVisible();
		await expect.element(card('Old scale').getByText(SAVED_MESSAGES.removed)).toBeVisible();
		expect(card('Old scale').getByRole('link').elements()).toEqual([]);
		await expect.poll(() => heartOf('Drafter').element()).toHaveAttribute('aria-pressed', 'true');
		expect(document.title).toMatch(/^Saved items/);
	});

	test('saved items are loaded page by page', async () => {
		fakeApi.answer(listSavedItems, ({ query }) =>
			query.cursor === 'next'
				? { success: true, items: [kettle], nextCursor: null }
				: { success: true, items: [drafter], nextCursor: 'next' },
		);

		await renderPage('/saved', { as: STUDENT });

		await expect.poll(titles).toEqual(['Drafter', 'Kettle']);
		expect(page.getByRole('button', { name: 'Show more' }).elements()).toEqual([]);
	});
});

describe('saved items of a visitor', () => {
	const saveAsVisitor = (itemId: number, changedAt: number) =>
		withDraftStore('readwrite', (store) =>
			store.put({ itemId, isSaved: true, changedAt }, VISITOR_SAVED_PREFIX + itemId),
		);

	test('a visitor sees the items saved on the device, newest first, and a link to log in', async () => {
		await saveAsVisitor(drafter.id, 1);
		await saveAsVisitor(removed.id, 2);
		await saveAsVisitor(kettle.id, 3);
		fakeApi.answer(getItemDetails, ({ params }) => {
			const data = [drafter, kettle].find(({ id }) => id === params.id);
			return data ? { success: true, data } : refuse(404, ITEM_ERRORS.notFound);
		});

		await renderPage('/saved');

		await expect.poll(titles).toEqual(['Kettle', SAVED_MESSAGES.unknownTitle, 'Drafter']);
		await expect
			.element(page.getByRole('link', { name: 'Login' }))
			.toHaveAttribute('href', '/login?next=%2Fsaved');
		await heartOf('Kettle').click();
		await expect.poll(() => heartOf('Kettle').element()).toHaveAttribute('aria-pressed', 'false');
		expect(titles()).toHaveLength(3);
	});

	test('without a connection, the page says that an item could not be loaded, not that the item is gone', async () => {
		await saveAsVisitor(drafter.id, 1);
		fakeApi.answer(getItemDetails, NO_CONNECTION);

		await renderPage('/saved');

		await expect.element(page.getByText('could not be loaded')).toBeVisible();
		expect(page.getByText(SAVED_MESSAGES.unknownTitle).elements()).toEqual([]);
	});
});

describe('item that a user takes off the saved items', () => {
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
});
