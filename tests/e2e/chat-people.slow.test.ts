import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createProxyServer } from 'http-proxy-3';
import type { Page } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { BLOCK_MESSAGES } from '#contract/chat/blocks.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import {
	createSellerAndBuyer,
	messageItem,
	messageTexts,
	sendMessage,
	waitUntilReady,
} from '#tests/support/chat-page.ts';
import { selectPhotos } from '#tests/support/posting.ts';
import { jpeg } from '#tests/support/test-images.ts';

const { visit } = await openBrowser();

test('after a seller blocks a buyer, neither sees the other online, and messages sent during the block are never delivered', async () => {
	const { seller, buyer, room, buyerPath, sellerPath } = await createSellerAndBuyer();
	await sendMessagesAs(buyer, room, 'Is it there?');
	const buying = await visit(buyerPath, { as: buyer });
	const selling = await visit(sellerPath, { as: seller });
	const onlineLabel = (page: Page) => page.getByText(CHAT_MESSAGES.online, { exact: true });
	for (const page of [buying, selling]) await onlineLabel(page).waitFor();

	await selling.getByRole('button', { name: 'Chat options' }).click();
	await selling.getByRole('menuitem', { name: BLOCK_MESSAGES.block('Rohit') }).click();
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

test('a new message appears on the open notifications page; beside the chat that it opens, the list switches to another chat and back', async () => {
	const { seller, buyer, room } = await createSellerAndBuyer({ title: 'First thing' });
	const second = await createSellerAndBuyer({ title: 'Second thing' });
	const other = { itemId: second.itemId, buyerId: buyer.id };
	await sendMessagesAs(buyer, room, 'About the first');
	await sendMessagesAs(buyer, other, 'About the second');
	const page = await visit('/notifications', { as: buyer, width: 1440 });
	await page.getByRole('heading', { level: 1 }).waitFor();

	await sendMessagesAs(seller, room, 'Heard you');
	await page.getByRole('link', { name: /^New message from Ananya Kumar: / }).click();
	await page.waitForURL(/\/chat\//);
	await messageItem(page, 'Heard you').waitFor();

	await page.getByRole('link', { name: /Second thing.*About the second/ }).click();
	await messageItem(page, 'About the second').waitFor();
	expect(await messageItem(page, 'About the first').count()).toBe(0);
	await sendMessage(page, 'Said in the second');
	await messageItem(page, 'Said in the second').getByText('Sent', { exact: true }).waitFor();
	await page.goBack();

	await messageItem(page, 'About the first').waitFor();
	expect(await messageTexts(page)).toEqual(['About the first', 'Heard you']);
});

test('behind a proxy that allows no WebSocket, messages and photos are sent, received and marked as read', async () => {
	const { seller, buyer, buyerPath, sellerPath } = await createSellerAndBuyer();
	const origin = await openHttpOnlyProxy();
	const buying = await visit(`${origin}/about`);
	await buying.evaluate(
		({ id, token }) => {
			localStorage.setItem('accessToken', token);
			localStorage.setItem('userId', String(id));
		},
		{ id: buyer.id, token: buyer.token },
	);
	await buying.goto(`${origin}${buyerPath}`);
	await sendMessage(buying, 'The long way round');
	await messageItem(buying, 'The long way round').getByText('Sent', { exact: true }).waitFor();

	const selling = await visit(sellerPath, { as: seller });
	await sendMessage(selling, 'I hear you');
	await messageItem(buying, 'I hear you').waitFor();
	await messageItem(buying, 'The long way round').getByText('Read', { exact: true }).waitFor();

	await selectPhotos(selling, await jpeg({ width: 900, height: 600, colour: 'red' }));
	await selling.getByRole('button', { name: 'Remove photo 1' }).waitFor();
	await waitUntilReady(selling);
	await selling.getByRole('button', { name: 'Send' }).click();
	const photo = buying.getByRole('log').getByRole('button', { name: /^Photo/ });
	await photo.waitFor();
	const isPainted = () =>
		photo
			.locator('img')
			.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
	await expect.poll(isPainted).toBe(true);
});

/**
 * An HTTP proxy without WebSocket support, as some networks have; it ends with the test.
 * @returns its origin
 */
async function openHttpOnlyProxy(): Promise<string> {
	const proxy = createProxyServer({ target: inject('marketAddress') });
	const server = createServer((request, response) => proxy.web(request, response));
	// A page that closes leaves requests half answered.
	proxy.on('error', (_error, request) => request.socket.destroy());
	server.on('upgrade', (_request, socket) => socket.destroy());
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
		proxy.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
