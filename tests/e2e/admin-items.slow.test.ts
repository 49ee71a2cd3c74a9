import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { ADMIN_ITEM_MESSAGES } from '#contract/admin/items.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { createSellerAndBuyer, sendMessage, waitUntilReady } from '#tests/support/chat-page.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();

test('banning an item closes the open chat about it and shows the reason to the seller; Undo restores the item', async () => {
	const admin = await adminAccess.admin();
	const title = `Cycle w${randomUUID().slice(0, 8)}`;
	const { seller, buyer, buyerPath, itemId } = await createSellerAndBuyer({ title });
	const buying = await visit(buyerPath, { as: buyer });
	await waitUntilReady(buying);
	await sendMessage(buying, 'Is it still there?');
	const page = await visit(`/admin/items?search=${title}`, { admin, width: 1440 });
	const button = (name: string) => page.getByRole('button', { name, exact: true });

	await button(`Ban ${title}`).click();
	const dialog = page.getByRole('dialog', { name: `Ban ${title}` });
	await dialog.getByLabel('Reason (optional)').fill('Found on campus, not yours.');
	await dialog.getByRole('button', { name: 'Ban', exact: true }).click();

	await page.getByText(ADMIN_ITEM_MESSAGES.banned).waitFor();
	await button(`View ${title}`).click();
	await page.getByRole('dialog', { name: title, exact: true }).getByText('Admin notes').waitFor();
	// The message with Undo stays as long as the pointer is on it.
	await button('Undo').hover();
	await buying.getByText(CHAT_ERRORS.closed.message).waitFor();
	const selling = await visit(`/item/${itemId}`, { as: seller });
	await selling.getByText('Found on campus, not yours.').waitFor();
	await button('Undo').click();
	await page.getByText('Undone.').waitFor();
	await buying.goto(`/item/${itemId}`);
	await buying.getByRole('heading', { name: title }).waitFor();
});
