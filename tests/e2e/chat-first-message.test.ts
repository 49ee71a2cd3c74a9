import { describe, expect, test } from 'vitest';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import {
	composer,
	createSellerAndBuyer,
	messageItem,
	messageTexts,
	sendMessage,
	waitUntilReady,
} from '#tests/support/chat-page.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { expectAccessibleInAllViewports } from '#tests/support/page-checks.ts';

const { visit } = await openBrowser();
const [AVAILABLE, WORKS, WHERE] = CHAT_MESSAGES.conversationStarters;

describe('a first chat', () => {
	test('suggests opening messages, which are put into the field and not sent', async () => {
		const { buyer, buyerPath } = await createSellerAndBuyer();
		const page = await visit(buyerPath, { as: buyer, width: 360 });
		const opening = (name: string) => page.getByRole('button', { name, exact: true });
		await waitUntilReady(page);
		await page.getByText(CHAT_MESSAGES.meetSafely).waitFor();
		await expectAccessibleInAllViewports(page);

		await opening(WORKS).click();
		await opening(AVAILABLE).click();
		expect(await composer(page).inputValue()).toBe(AVAILABLE);
		await expectFocus(composer(page));
		await composer(page).fill('Hi!');
		await opening(WHERE).click();
		expect(await composer(page).inputValue()).toBe(`Hi! ${WHERE}`);
		expect(await messageTexts(page)).toEqual([]);
		await composer(page).press('Enter');

		await messageItem(page, `Hi! ${WHERE}`).getByText('Sent', { exact: true }).waitFor();
		await opening(AVAILABLE).waitFor({ state: 'detached' });
		expect(await page.getByText(CHAT_MESSAGES.meetSafely).count()).toBe(0);
	});

	test('suggests nothing to the seller, who waits for the buyer', async () => {
		const { seller, sellerPath } = await createSellerAndBuyer();
		const page = await visit(sellerPath, { as: seller });

		await page.getByText(CHAT_MESSAGES.buyerFirst).waitFor();

		expect(await page.getByRole('button', { name: AVAILABLE }).count()).toBe(0);
	});

	test('is in the list beside it from the start, and only once after the first message', async () => {
		const { seller, buyer, buyerPath } = await createSellerAndBuyer({ title: 'Drafter' });
		const page = await visit(buyerPath, { as: buyer, width: 1280 });
		const row = page.getByRole('list', { name: 'Chats with sellers' }).getByRole('link');

		await row.getByText(CHAT_MESSAGES.noMessages).waitFor();
		expect(await row.textContent()).toBe(`Drafter${seller.userName}${CHAT_MESSAGES.noMessages}`);
		expect(await row.getAttribute('aria-current')).toBe('page');
		expect(await page.getByText(CHAT_MESSAGES.noChats).count()).toBe(0);
		await sendMessage(page, 'Is it complete?');

		await row.getByText('You: Is it complete?').waitFor();
		expect(await row.count()).toBe(1);
	});
});

describe('messages that one user writes within a minute', () => {
	test('form one group with one time and one delivery mark, while a screen reader hears each', async () => {
		const { seller, buyer, buyerPath, room } = await createSellerAndBuyer();
		await sendMessagesAs(buyer, room, 'Hi!', 'Is it complete?', 'I can come today.');
		await sendMessagesAs(seller, room, 'It is.');
		const page = await visit(buyerPath, { as: buyer, width: 360 });
		await messageItem(page, 'I can come today.').locator('time').waitFor();
		const heights = await page
			.getByRole('log')
			.locator('time')
			.evaluateAll((times) => times.map((time) => time.parentElement?.clientHeight ?? 0));

		expect(heights.map((height) => height > 1)).toEqual([false, false, true, true]);
		for (const text of ['Hi!', 'Is it complete?', 'I can come today.']) {
			expect(await messageItem(page, text).innerText()).toMatch(/^You\n/);
			expect(await messageItem(page, text).locator('time').textContent()).toMatch(/^\d\d:\d\d$/);
			await messageItem(page, text).getByText('Delivered', { exact: true }).waitFor();
		}
	});

	test('stand at the bottom, above the input, while there are few', async () => {
		const { buyer, buyerPath, room } = await createSellerAndBuyer();
		await sendMessagesAs(buyer, room, 'Hi!');
		const page = await visit(buyerPath, { as: buyer, width: 360 });
		const sentItem = messageItem(page, 'Hi!');
		await sentItem.waitFor();

		const { y = 0, height = 0 } = (await sentItem.boundingBox()) ?? {};
		const field = await composer(page).boundingBox();

		expect((field?.y ?? 0) - (y + height)).toBeGreaterThan(0);
		expect((field?.y ?? 0) - (y + height)).toBeLessThan(40);
	});
});
