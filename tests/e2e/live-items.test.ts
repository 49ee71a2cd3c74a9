import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import { createSellerAndBuyer, messageItem } from '#tests/support/chat-page.ts';
import { markSoldAs, type Person, postItemAs, signUpPerson } from '#tests/support/people.ts';
import { SCRIPTLESS_PATH, waitUntilWatching } from '#tests/support/wait-for-connection.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();
const asAdmin = adminAccess.callAs(await adminAccess.admin());

/** Sets the visibility of the page. */
async function setVisibility(page: Page, visibilityState: 'visible' | 'hidden'): Promise<void> {
	await page.evaluate((value) => {
		Object.defineProperty(document, 'visibilityState', { value, configurable: true });
		document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
	}, visibilityState);
}

/** A title that no other test uses. */
const uniqueTitle = () => `Drafter ${randomUUID().slice(0, 8)}`;
const listingOf = (title: string) => `/category/All?q=${encodeURIComponent(title)}`;
const card = (page: Page, title: string) => page.getByRole('article', { name: title });
const inChat = (page: Page, title: string) =>
	page.getByRole('region', { name: /^Chat with/ }).getByRole('link', { name: title });

/** Opens a page and waits until it watches an item: later changes arrive over the realtime connection. */
async function visitWatching(path: string, itemId: number, as: Person): Promise<Page> {
	const page = await visit(SCRIPTLESS_PATH, { as });
	const watching = waitUntilWatching(page, itemId);
	await page.goto(path);
	await watching;
	return page;
}

test('a sold item is shown as sold at once in both chats, on its page and in a listing, and its buyers are notified', async () => {
	const title = uniqueTitle();
	const { itemId, seller, buyer, room, buyerPath, sellerPath } = await createSellerAndBuyer({
		title,
	});
	await sendMessagesAs(buyer, room, 'Is it there?');
	const looking = await signUpPerson();
	const [buying, selling, onPage, listing] = await Promise.all([
		visitWatching(buyerPath, itemId, buyer),
		visitWatching(sellerPath, itemId, seller),
		visitWatching(`/item/${itemId}`, itemId, looking),
		visitWatching(listingOf(title), itemId, looking),
	]);
	const owner = await visit(`/item/${itemId}`, { as: seller });

	await owner.getByRole('button', { name: 'Mark as Sold' }).click();
	await owner.getByRole('button', { name: 'Proceed' }).click();

	for (const chat of [buying, selling]) {
		await inChat(chat, title).getByText('Sold', { exact: true }).waitFor();
		await messageItem(chat, 'Is it there?').waitFor();
	}
	await onPage.getByText('This item has been sold.').waitFor();
	await onPage.getByRole('link', { name: 'See similar items' }).waitFor();
	await card(listing, title).getByText('Sold', { exact: true }).waitFor();

	await buying.getByRole('link', { name: /^Notifications, \d+ unread/ }).click();
	await buying.getByRole('link', { name: NOTIFICATION_MESSAGES.sold(title) }).click();
	await buying.waitForURL(`/item/${itemId}`);
	await buying.getByText('This item has been sold.').waitFor();
});

test('a new price is shown at once, and an item that was taken down is shown as gone', async () => {
	const title = uniqueTitle();
	const seller = await signUpPerson();
	const itemId = await postItemAs(seller, { title, price: 400 });
	const looking = await signUpPerson();
	const [onPage, listing] = await Promise.all([
		visitWatching(`/item/${itemId}`, itemId, looking),
		visitWatching(listingOf(title), itemId, looking),
	]);
	await adminAccess.db.execute(`update items set price = 350 where id = ${itemId}`);
	await card(listing, title).getByText('₹350').waitFor();
	await onPage.getByText('₹350').first().waitFor();

	await asAdmin('PUT', `/admin/items/${itemId}/ban`, {});

	await card(listing, title).getByText('Taken down').waitFor();
	await onPage.getByRole('link', { name: 'See what is on sale' }).waitFor();
	expect(await onPage.getByText(title).count()).toBe(0);
});

test('a page without a connection refreshes when it becomes visible again', async () => {
	const title = uniqueTitle();
	const seller = await signUpPerson();
	const itemId = await postItemAs(seller, { title });
	const page = await visitWatching(listingOf(title), itemId, await signUpPerson());
	await setVisibility(page, 'hidden');
	await page.context().setOffline(true);
	await markSoldAs(seller, itemId);

	await page.context().setOffline(false);
	await setVisibility(page, 'visible');

	await card(page, title).getByText('Sold', { exact: true }).waitFor();
});

test('a guest’s page refreshes when it becomes visible again', async () => {
	const title = uniqueTitle();
	const seller = await signUpPerson();
	const itemId = await postItemAs(seller, { title });
	const [onPage, listing] = [await visit(`/item/${itemId}`), await visit(listingOf(title))];
	await onPage.getByText('Available', { exact: true }).waitFor();
	await card(listing, title).waitFor();
	for (const page of [onPage, listing]) await setVisibility(page, 'hidden');
	await markSoldAs(seller, itemId);

	for (const page of [onPage, listing]) await setVisibility(page, 'visible');

	await onPage.getByText('This item has been sold.').waitFor();
	await card(listing, title).waitFor({ state: 'hidden' });
});
