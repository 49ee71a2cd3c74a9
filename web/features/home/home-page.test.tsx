import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { countItems, getAllItems, listItemsById } from '#contract/items/endpoints.ts';
import type { Item } from '#contract/items/schemas.ts';
import { getNotificationSummary } from '#contract/notifications/endpoints.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi, NO_CONNECTION } from '#tests/support/fake-api.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { notificationSummary } from '#tests/support/notification-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';
import { readSeen, writeSeen } from '#web/features/items/seen/seen-store.ts';
import { withDraftStore } from '#web/lib/drafts/database.ts';
import { eraseDrafts } from '#web/lib/drafts/drafts.ts';
import { VISITOR_SEEN_KEY } from '#web/lib/drafts/visitor-keys.ts';

const articles = page.getByRole('article');
const items = () =>
	Array.from({ length: 9 }, (_, index) =>
		sampleItem({ title: `Lot ${index}`, category: 'Books', userId: 100 + Math.floor(index / 2) }),
	);

test('the home page shows the newest items, pins the first of three sellers that follow the newest three, and links to the categories, with their numbers, and to all items', async () => {
	const shown = items();
	fakeListing(...shown);
	fakeApi.answer(countItems, { counts: [{ category: 'Books', total: 9 }] });
	await renderPage('/');
	await expect.element(articles.first()).toBeVisible();

	expect(articles.elements()).toHaveLength(8);
	const pinned = page.getByRole('list', { name: 'Just put on sale' }).getByRole('link');
	// Two items of each seller, the newest last.
	expect(pinned.elements().map(({ textContent }) => textContent)).toEqual([
		'Lot 5',
		'Lot 3',
		'Lot 1',
	]);
	for (const category of ['Books', 'PYQs', 'Instruments', 'Essentials']) {
		const tile = page.getByRole('link', { name: new RegExp(`^${category}`) });
		await expect.element(tile.first()).toHaveAttribute('href', `/category/${category}`);
	}
	await expect
		.element(page.getByRole('link', { name: 'View All' }))
		.toHaveAttribute('href', '/category/All');
	await expect.element(page.getByText('Add Item')).not.toBeInTheDocument();
	await expect.element(page.getByRole('link', { name: /^Books.* 9 on sale$/ })).toBeVisible();

	// On a phone, the section above the categories leaves room for them.
	await page.viewport(390, 780);
	const hero = page.getByRole('main').element().querySelector('section');
	expect(hero?.getBoundingClientRect().height).toBeLessThan(330);
});

test('the items on the home page stay visible when they cannot be reloaded', async () => {
	vi.useFakeTimers();
	fakeListing(...items());
	await renderPage('/');
	await skipUntil(articles.first());
	const before = fakeApi.requests(getAllItems).length;
	fakeApi.answer(getAllItems, NO_CONNECTION);

	// A return to the tab reloads the items; all three attempts fail.
	window.dispatchEvent(new Event('visibilitychange'));
	await vi.advanceTimersByTimeAsync(10_000);

	expect(fakeApi.requests(getAllItems).length).toBe(before + 3);
	expect(articles.elements()).toHaveLength(8);
	await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

describe('items seen lately', () => {
	const row = page.getByRole('list', { name: 'Seen lately' });
	const titles = () =>
		row
			.getByRole('heading')
			.elements()
			.map(({ textContent }) => textContent);

	/** The server finds only these items; other ids in a request are left out. */
	function fakeItemsById(...items: Item[]): void {
		fakeApi.answer(listItemsById, ({ query }) => ({
			success: true,
			items: query.ids.flatMap((asked) => items.find(({ id }) => id === asked) ?? []),
		}));
	}

	beforeEach(async () => {
		await eraseDrafts();
		delete document.documentElement.dataset.home;
		fakeListing(sampleItem({ title: 'Drafter' }));
	});

	test('the home page shows the items seen lately, newest first, with sold items marked and deleted items left out', async () => {
		const [lamp, kettle, gone] = [
			sampleItem({ title: 'Lamp' }),
			sampleItem({ title: 'Kettle', status: 'sold', isAvailable: false }),
			sampleItem({ title: 'Gone' }),
		];
		fakeItemsById(lamp, kettle);
		await writeSeen([kettle.id, gone.id, lamp.id]);

		await renderPage('/', { width: 360 });

		await expect.element(row).toBeVisible();
		expect(titles()).toEqual(['Kettle', 'Lamp']);
		await expect.element(row.getByText('Sold')).toBeVisible();
		await expect.poll(() => document.cookie).toContain('home-rows=seen');
	});

	test('an opened item becomes the first of the items seen lately, without a duplicate; twelve items are kept', async () => {
		const item = fakeItemPage();
		await writeSeen([...Array(11).keys()].map((index) => 9000 + index).concat(item.id, 9999));

		await renderPage(`/item/${item.id}`);

		await expect.poll(async () => (await readSeen())[0]).toBe(item.id);
		const seenIds = await readSeen();
		expect(seenIds).toHaveLength(12);
		expect(seenIds.filter((id) => id === item.id)).toHaveLength(1);
	});

	test('after a login, items that the visitor saw come before items that the user saw earlier', async () => {
		const [lamp, kettle] = [sampleItem({ title: 'Lamp' }), sampleItem({ title: 'Kettle' })];
		fakeItemsById(lamp, kettle);
		fakeApi.answer(getNotificationSummary, notificationSummary());
		await withDraftStore('readwrite', (store) => store.put([lamp.id], `${STUDENT.id}/seen`));
		await writeSeen([kettle.id, lamp.id]);

		await renderPage('/', { as: STUDENT });

		await expect.poll(titles).toEqual(['Kettle', 'Lamp']);
		expect(
			await withDraftStore('readonly', (store) => store.get(VISITOR_SEEN_KEY)),
		).toBeUndefined();
	});

	test('the user can clear the list of items seen lately', async () => {
		const lamp = sampleItem({ title: 'Lamp' });
		fakeItemsById(lamp);
		await writeSeen([lamp.id]);
		await renderPage('/');

		await page.getByRole('button', { name: 'Clear what I saw lately' }).click();

		await expect.element(row).not.toBeInTheDocument();
		await expect.element(page.getByRole('status').getByText('is cleared')).toBeVisible();
		expect(await readSeen()).toEqual([]);
		await expect.poll(() => document.cookie).not.toContain('seen');
	});
});
