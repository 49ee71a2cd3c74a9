import { describe, expect, inject, test } from 'vitest';
import { BLOCK_MESSAGES } from '#contract/chat/blocks.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import {
	blockAs,
	composer,
	createSellerAndBuyer,
	messageItem,
	messageTexts,
	sendMessage,
	waitUntilReady,
} from '#tests/support/chat-page.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { markSoldAs, postItemAs } from '#tests/support/people.ts';

const { visit } = await openBrowser();

describe('the header of a chat', () => {
	test('links to its item and says when it is sold, and the chat goes on', async () => {
		const { seller, buyer, buyerPath, itemId, room } = await createSellerAndBuyer({
			title: 'Drafter',
		});
		await sendMessagesAs(buyer, room, 'Is it still there?');
		await markSoldAs(seller, itemId);
		const page = await visit(buyerPath, { as: buyer, width: 360 });

		const item = page.getByRole('link', { name: /Drafter ₹850 Sold/ });
		await item.waitFor();
		await sendMessage(page, 'Oh, a pity');
		await messageItem(page, 'Oh, a pity').getByText('Sent', { exact: true }).waitFor();
		await item.click();

		await page.waitForURL(`/item/${itemId}`);
	});

	test('leads back to the list of chats on a phone, where nothing stands below the input', async () => {
		const { buyer, buyerPath } = await createSellerAndBuyer();
		const page = await visit(buyerPath, { as: buyer, width: 360 });
		await waitUntilReady(page);

		expect(await page.getByRole('contentinfo').isVisible()).toBe(false);
		expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false);
		const formBounds = await page
			.locator('form')
			.filter({ has: composer(page) })
			.boundingBox();
		expect((formBounds?.y ?? 0) + (formBounds?.height ?? 0)).toBeCloseTo(780, 0);
		await page.getByRole('link', { name: 'Back to my chats' }).click();

		await page.waitForURL('/chats');
	});

	test('has the list of chats beside it on wide screens, and switches between chats', async () => {
		const { seller, buyer, buyerPath, room } = await createSellerAndBuyer({ title: 'First thing' });
		await sendMessagesAs(buyer, room, 'About the first');
		const second = await createSellerAndBuyer({ title: 'Second thing' });
		const other = { itemId: second.itemId, buyerId: buyer.id };
		await sendMessagesAs(buyer, other, 'About the second');
		const page = await visit(buyerPath, { as: buyer, width: 1440 });
		await messageItem(page, 'About the first').waitFor();

		await page.getByRole('link', { name: /Second thing.*About the second/ }).click();
		await messageItem(page, 'About the second').waitFor();
		expect(await messageItem(page, 'About the first').count()).toBe(0);
		await sendMessage(page, 'Said in the second');
		await messageItem(page, 'Said in the second').getByText('Sent', { exact: true }).waitFor();
		await page.goBack();

		await messageItem(page, 'About the first').waitFor();
		expect(await messageTexts(page)).toEqual(['About the first']);
		await sendMessagesAs(seller, room, 'Heard you');
		await messageItem(page, 'Heard you').waitFor();
	});

	test('keeps the list of chats visible while the next chat loads', async () => {
		const { seller, buyer, sellerPath, room } = await createSellerAndBuyer({
			title: 'First thing',
		});
		await sendMessagesAs(buyer, room, 'About the first');
		const itemId = await postItemAs(seller, { title: 'Second thing' });
		await sendMessagesAs(buyer, { itemId, buyerId: buyer.id }, 'About the second');
		const page = await visit(sellerPath, { as: seller, width: 1280 });
		await messageItem(page, 'About the first').waitFor();
		const rows = page.getByRole('list', { name: 'Chats with buyers' }).getByRole('link');
		let release = () => {};
		const answered = new Promise<void>((resolve) => {
			release = resolve;
		});
		await page.context().route('**/api/chat/open/**', async (route) => {
			await answered;
			await route.fallback();
		});

		await rows.filter({ hasText: 'Second thing' }).click();
		await page.getByRole('status').getByText(CHAT_MESSAGES.connecting).waitFor();

		expect(await rows.count()).toBe(2);
		release();
		await messageItem(page, 'About the second').waitFor();
	});

	test('shows the other user’s name in a touch target of full size', async () => {
		const { seller, buyer, buyerPath } = await createSellerAndBuyer();
		const page = await visit(buyerPath, { as: buyer, width: 360 });
		const name = page.getByRole('link', { name: seller.userName, exact: true });
		const { height = 0 } = (await name.boundingBox()) ?? {};
		expect(height).toBeGreaterThanOrEqual(44);

		await name.click({ position: { x: 20, y: height - 2 } });

		await page.waitForURL(`/people/${seller.id}`);
	});

	test('lets a seller who has chosen no buyer choose one first', async () => {
		const { seller, itemId } = await createSellerAndBuyer();
		const page = await visit(`/chat/${seller.id}/${itemId}`, { as: seller });

		await page.waitForURL(`/availableBuyers/${itemId}`);
	});

	test('lets a seller answer only after the buyer has written', async () => {
		const { seller, buyer, sellerPath, room } = await createSellerAndBuyer();
		const page = await visit(sellerPath, { as: seller });
		await page.getByText(CHAT_MESSAGES.buyerFirst).waitFor();
		await page.getByText(CHAT_MESSAGES.emptyConversation(buyer.userName)).waitFor();

		await sendMessagesAs(buyer, room, 'Good evening');

		await messageItem(page, 'Good evening').waitFor();
		await sendMessage(page, 'Good evening to you');
		await messageItem(page, 'Good evening to you').getByText('Sent', { exact: true }).waitFor();
	});
});

describe('the menu of a chat', () => {
	test('reports the other user in the dialog of the chat', async () => {
		const { seller, buyer, buyerPath, room } = await createSellerAndBuyer();
		await sendMessagesAs(buyer, room, 'Hi');
		const page = await visit(buyerPath, { as: buyer, width: 360 });

		await page.getByRole('button', { name: 'Chat options' }).click();
		await page.getByRole('menuitem', { name: CHAT_MESSAGES.report(seller.userName) }).click();

		const dialog = page.getByRole('dialog', { name: CHAT_MESSAGES.report(seller.userName) });
		await dialog.getByRole('textbox').fill('Was rude.');
		await dialog.getByRole('button', { name: 'Submit Report' }).click();
		await page.getByText('User reported successfully').waitFor();
		await dialog.waitFor({ state: 'hidden' });
	});

	test('blocks the other user: no messages pass in either direction until the block is lifted', async () => {
		const { seller, buyer, buyerPath, sellerPath, room } = await createSellerAndBuyer();
		await sendMessagesAs(buyer, room, 'Hi');
		const buying = await visit(buyerPath, { as: buyer, width: 360 });
		await waitUntilReady(buying);

		await buying.getByRole('button', { name: 'Chat options' }).click();
		await buying.getByRole('menuitem', { name: BLOCK_MESSAGES.block(seller.userName) }).click();
		const question = buying.getByRole('alertdialog');
		await question.getByText(BLOCK_MESSAGES.confirm(seller.userName)).waitFor();
		await question.getByRole('button', { name: 'Block', exact: true }).click();
		await buying.getByText(CHAT_MESSAGES.blockedByYou).waitFor();
		expect(await composer(buying).count()).toBe(0);
		const line = await buying.getByText(CHAT_MESSAGES.blockedByYou).boundingBox();
		const toast = await buying.getByText(BLOCK_MESSAGES.blocked(seller.userName)).boundingBox();
		expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(line?.y ?? 0);

		const selling = await visit(sellerPath, { as: seller });
		await sendMessage(selling, 'Nobody hears this');
		await messageItem(selling, 'Nobody hears this').getByText('Sent', { exact: true }).waitFor();

		await buying
			.getByRole('button', { name: BLOCK_MESSAGES.unblock(seller.userName) })
			.press('Enter');
		await expectFocus(composer(buying));
		await sendMessage(buying, 'Sorry about that');
		await messageItem(selling, 'Sorry about that').waitFor();
		expect(await messageTexts(buying)).not.toContain('Nobody hears this');
	});

	test('a message that the server rejects says why and can be sent again or discarded', async () => {
		const { seller, buyer, buyerPath, room } = await createSellerAndBuyer();
		await sendMessagesAs(buyer, room, 'Before');
		const page = await visit(buyerPath, { as: buyer });
		await waitUntilReady(page);
		await blockAs(inject('marketAddress'), buyer, seller);

		await sendMessage(page, 'Refused');
		const line = messageItem(page, 'Refused');
		await line.getByText(CHAT_MESSAGES.blockedByYou).waitFor();
		await blockAs(inject('marketAddress'), buyer, seller, 'DELETE');
		await line.getByRole('button', { name: CHAT_MESSAGES.sendAgain }).click();
		await line.getByText('Sent', { exact: true }).waitFor();

		await blockAs(inject('marketAddress'), buyer, seller);
		await sendMessage(page, 'Thrown away');
		await messageItem(page, 'Thrown away')
			.getByRole('button', { name: CHAT_MESSAGES.discard })
			.click();

		await messageItem(page, 'Thrown away').waitFor({ state: 'detached' });
		await page.reload();
		await page.getByText(CHAT_MESSAGES.blockedByYou).waitFor();
		await messageItem(page, 'Refused').waitFor();
		expect(await messageTexts(page)).toEqual(['Before', 'Refused']);
	});
});
