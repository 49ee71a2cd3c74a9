import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { findAccessibilityViolations, openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import {
	createSellerAndBuyer,
	messageItem,
	waitUntilReady,
	writeOffline,
} from '#tests/support/chat-page.ts';

const { visit } = await openBrowser();

const rowOf = (page: Page): Locator =>
	page.getByRole('list', { name: /^Chats with/ }).getByRole('link');

/** A buyer who has written once, and then again without a connection. */
async function openUnsent({ width }: { width: number }) {
	const met = await createSellerAndBuyer();
	await sendMessagesAs(met.buyer, met.room, 'Is it there?');
	const page = await visit('/chats', { as: met.buyer, width });
	await rowOf(page).click();
	await page.waitForURL(met.buyerPath);
	await waitUntilReady(page);
	await writeOffline(page, 'I take it, 5 pm');
	return { ...met, page };
}

test('a row of My Chats shows an unsent message until it is sent', async () => {
	const { page } = await openUnsent({ width: 360 });

	await page.getByRole('link', { name: 'Back to my chats' }).click();
	await rowOf(page).getByText('Not sent yet: I take it, 5 pm').waitFor();
	expect(await findAccessibilityViolations(page)).toEqual([]);
	await page.context().setOffline(false);

	await rowOf(page).getByText('You: I take it, 5 pm').waitFor();
	expect(await rowOf(page).getByText('Not sent').count()).toBe(0);
});

test('the row beside the open chat shows it at once', async () => {
	const { page } = await openUnsent({ width: 1024 });

	await rowOf(page).getByText('Not sent yet: I take it, 5 pm').waitFor();
	await page.context().setOffline(false);

	await rowOf(page).getByText('You: I take it, 5 pm').waitFor();
	expect(await rowOf(page).getByText('Not sent').count()).toBe(0);
});

test('the row of a chat that was closed meanwhile says that the message was not sent', async () => {
	const adminAccess = await openAdminAccess();
	const { itemId, page } = await openUnsent({ width: 1024 });
	await adminAccess.callAs(await adminAccess.admin())('PUT', `/admin/items/${itemId}/ban`, {});

	await page.context().setOffline(false);

	await rowOf(page).getByText('Not sent: I take it, 5 pm').waitFor();
	await messageItem(page, 'I take it, 5 pm')
		.getByRole('button', { name: CHAT_MESSAGES.discard })
		.click();
	await rowOf(page).getByText('You: Is it there?').waitFor();
});
