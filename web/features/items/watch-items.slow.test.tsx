import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import type { Item } from '#contract/items/schemas.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { renderApp } from '#tests/support/render-page.tsx';

const card = page.getByRole('article', { name: 'Bean bag' });

/** Fakes an item of another student, whose current state the server sends to clients that watch it. */
function fakeWatchedItem(): { item: Item; emitChange: () => Promise<void> } {
	const item = fakeItemPage({ title: 'Bean bag', price: 400 });
	fakeListing(item);
	const state = () => ({
		itemId: item.id,
		price: item.price,
		reservedUntil: item.reservedUntil,
		status: item.status,
	});
	fakeRealtime.on(REALTIME_EVENTS.watchItems, () => ({ items: [state()] }));
	return { item, emitChange: () => fakeRealtime.emit(REALTIME_EVENTS.itemChanged, state()) };
}

const isWatched = () => fakeRealtime.sent(REALTIME_EVENTS.watchItems).length > 0;
const becomeVisible = () =>
	document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));

test.each([
	{
		place: 'the category page',
		pathOf: () => '/category/All',
		reserved: card.getByText('Reserved'),
	},
	{
		place: 'the item page',
		pathOf: ({ id }: Item) => `/item/${id}`,
		reserved: page.getByText('Reserved until Tue'),
	},
])(
	'a reservation is shown at once on $place with its end, and disappears when it is released',
	async ({ pathOf, reserved }) => {
		vi.setSystemTime('2026-11-26T12:00:00Z');
		const { item, emitChange } = fakeWatchedItem();
		await renderApp(pathOf(item), { as: STUDENT });
		await expect.poll(isWatched).toBe(true);

		item.reservedUntil = '2026-12-01T12:30:00.000Z';
		await emitChange();
		await expect.element(reserved).toBeVisible();
		await expect.element(page.getByText('until Tue, 18:00').first()).toBeVisible();
		item.reservedUntil = null;
		await emitChange();

		await expect.element(reserved).not.toBeInTheDocument();
	},
);

test('a sale that was missed without a connection is shown once the tab is connected and visible again', async () => {
	const { item } = fakeWatchedItem();
	await renderApp(`/item/${item.id}`, { as: STUDENT });
	await expect.poll(isWatched).toBe(true);
	fakeRealtime.disconnect();
	Object.assign(item, { status: 'sold', isAvailable: false });

	fakeRealtime.reconnect();
	becomeVisible();

	await expect.element(page.getByText('This item has been sold.')).toBeVisible();
});

test('when the tab becomes visible, a listing shows a visitor that an item was sold', async () => {
	const { item } = fakeWatchedItem();
	await renderApp('/category/All');
	await expect.element(page.getByText('₹400').first()).toBeVisible();
	Object.assign(item, { status: 'sold', isAvailable: false });

	becomeVisible();

	await expect.element(card.getByText('Sold', { exact: true })).toBeVisible();
});
