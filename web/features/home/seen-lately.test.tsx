import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getSimilarItems, listItemsById } from '#contract/items/endpoints.ts';
import type { Item } from '#contract/items/schemas.ts';
import { getNotificationSummary } from '#contract/notifications/endpoints.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { notificationSummary } from '#tests/support/notification-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { readSeen, writeSeen } from '#web/features/items/seen/seen-store.ts';
import { withDraftStore } from '#web/lib/drafts/database.ts';
import { eraseDrafts } from '#web/lib/drafts/drafts.ts';
import { VISITOR_SEEN_KEY } from '#web/lib/drafts/visitor-keys.ts';

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
	await expectAccessible();
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
	expect(await withDraftStore('readonly', (store) => store.get(VISITOR_SEEN_KEY))).toBeUndefined();
});

test('a user’s own item is not added to the items seen lately', async () => {
	const item = fakeItemPage({ userId: STUDENT.id, sellerId: STUDENT.id });
	fakeApi.answer(getSimilarItems, { items: [sampleItem({ title: 'Lamp' })] });

	await renderPage(`/item/${item.id}`, { as: STUDENT });

	// The script that renders this heading also adds other people's items to the list. If it added this item, it would
	// read the list, and then write it. The first `readSeen` ends after that read, the second one after that write.
	await expect.element(page.getByRole('heading', { name: 'Lamp' })).toBeInTheDocument();
	await readSeen();
	expect(await readSeen()).toEqual([]);
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
