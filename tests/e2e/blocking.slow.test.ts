import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { BLOCK_MESSAGES } from '#contract/chat/blocks.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import {
	createSellerAndBuyer,
	messageItem,
	messageTexts,
	sendMessage,
} from '#tests/support/chat-page.ts';

const { visit } = await openBrowser();

test('after a seller blocks a buyer, neither sees the other online, and messages sent during the block are never delivered', async () => {
	const { seller, buyer, room, buyerPath, sellerPath } = await createSellerAndBuyer();
	await sendMessagesAs(buyer, room, 'Is it there?');
	const buying = await visit(buyerPath, { as: buyer });
	const selling = await visit(sellerPath, { as: seller });
	const onlineLabel = (page: Page) => page.getByText(CHAT_MESSAGES.online, { exact: true });
	for (const page of [buying, selling]) await onlineLabel(page).waitFor();

	await selling.getByRole('button', { name: 'Chat options' }).click();
	await selling.getByRole('menuitem', { name: 'Block Rohit' }).click();
	await selling.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
	for (const page of [buying, selling]) await onlineLabel(page).waitFor({ state: 'hidden' });
	await sendMessage(buying, 'Hello?');
	const sentMark = messageItem(buying, 'Hello?').getByText('Sent', { exact: true });
	await sentMark.waitFor();
	await selling.getByRole('button', { name: BLOCK_MESSAGES.unblock('Rohit') }).click();
	for (const page of [buying, selling]) await onlineLabel(page).waitFor();
	await sendMessage(buying, 'Are you there?');

	await messageItem(selling, 'Are you there?').waitFor();
	const readMark = messageItem(buying, 'Are you there?').getByText('Read', { exact: true });
	await readMark.waitFor();
	expect(await messageTexts(selling)).toEqual(['Is it there?', 'Are you there?']);
	await buying.reload();
	await readMark.waitFor();
	await sentMark.waitFor();
});
