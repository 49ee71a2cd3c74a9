import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { composer, createSellerAndBuyer, waitUntilReady } from '#tests/support/chat-page.ts';
import { signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();
const ban = adminAccess.callAs(await adminAccess.admin());

/** Expects a page with the reason and a link to the user's chats, but no retry button and no message input. */
async function expectRefused(page: Page, title: string, text: string): Promise<void> {
	const reason = page.getByRole('alert');
	await reason.getByRole('heading', { name: title }).waitFor();
	await reason.getByText(text).waitFor();
	const onward = page.getByRole('main').getByRole('link', { name: 'My Chats', exact: true });
	expect(await onward.getAttribute('href')).toBe('/chats');
	expect(await page.getByText(CHAT_MESSAGES.errorTitle).count()).toBe(0);
	expect(await page.getByRole('button', { name: CHAT_MESSAGES.retry }).count()).toBe(0);
	expect(await composer(page).count()).toBe(0);
}

test('a user who opens a chat between other users is refused and gets a link to the item', async () => {
	const { itemId, sellerPath } = await createSellerAndBuyer();
	const page = await visit(sellerPath, { as: await signUpPerson('Stranger'), width: 360 });

	await expectRefused(page, CHAT_MESSAGES.notYoursTitle, CHAT_ERRORS.notYours.message);
	await page.getByRole('link', { name: 'See the item' }).click();

	await page.waitForURL(`/item/${itemId}`);
});

test('when an administrator bans the item of an open, still empty chat, the page says that the item is gone', async () => {
	const { itemId, buyer, buyerPath } = await createSellerAndBuyer();
	const page = await visit(buyerPath, { as: buyer });
	await waitUntilReady(page);

	await ban('PUT', `/admin/items/${itemId}/ban`, {});

	await expectRefused(page, ITEM_ERRORS.notFound.message, CHAT_MESSAGES.itemGoneHint);
});
