import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { SALE_MESSAGES } from '#contract/deals/messages.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import { createSellerAndBuyer, messageItem } from '#tests/support/chat-page.ts';
import { type Person, signUpPerson } from '#tests/support/people.ts';
import { SCRIPTLESS_PATH, waitUntilWatching } from '#tests/support/wait-for-connection.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();
const asAdmin = adminAccess.callAs(await adminAccess.admin());

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

test('open item pages and listings show a price change, a sale and a ban live; the sale also appears in chats and notifications', async () => {
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
	await adminAccess.db.execute(`update items set price = 350 where id = ${itemId}`);
	await card(listing, title).getByText('₹350').waitFor();
	await onPage.getByText('₹350').first().waitFor();

	const owner = await visit(`/item/${itemId}`, { as: seller });
	await owner.getByRole('button', { name: 'Mark as Sold' }).click();
	await owner.getByRole('radio', { name: SALE_MESSAGES.someoneElse }).check();
	await owner.getByRole('button', { name: 'Proceed' }).click();
	for (const chat of [buying, selling]) {
		await inChat(chat, title).getByText('Sold', { exact: true }).waitFor();
		await messageItem(chat, 'Is it there?').waitFor();
	}
	await onPage.getByText('This item has been sold.').waitFor();
	await card(listing, title).getByText('Sold', { exact: true }).waitFor();
	await buying.getByRole('link', { name: /^Notifications, \d+ unread/ }).click();
	await buying.getByRole('link', { name: NOTIFICATION_MESSAGES.sold(title) }).click();
	await buying.waitForURL(`/item/${itemId}`);

	await asAdmin('PUT', `/admin/items/${itemId}/ban`, {});
	await card(listing, title).getByText('Taken down').waitFor();
	await onPage.getByRole('link', { name: 'See what is on sale' }).waitFor();
	expect(await onPage.getByText(title).count()).toBe(0);
});
