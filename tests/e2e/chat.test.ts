import { describe, expect, test } from 'vitest';
import { CHAT_LIMITS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
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
import { pressByKeyboard, tabTo, typeByKeyboard } from '#tests/support/keyboard.ts';
import { expectAccessibleInAllViewports } from '#tests/support/page-checks.ts';

const { visit } = await openBrowser();

/** Runs in the page. Repeated, as a chat that has just opened may scroll to its end once more. */
async function scrollUp(element: Element, top: number): Promise<void> {
	while (element.scrollTop !== top) {
		const scrolled = new Promise((resolve) => {
			element.addEventListener('scroll', resolve, { once: true });
		});
		element.scrollTop = top;
		await scrolled;
	}
}

describe('a buyer and a seller', () => {
	test('talk, each on their own page, and see the messages in the same order', async () => {
		const { seller, buyer, buyerPath, sellerPath, room } = await createSellerAndBuyer();
		const buying = await visit(buyerPath, { as: buyer });
		await buying.getByRole('heading', { name: CHAT_MESSAGES.heading, level: 1 }).waitFor();
		await sendMessage(buying, 'Hi! Is it still available?');
		await messageItem(buying, 'Hi! Is it still available?').getByText(CHAT_MESSAGES.own).waitFor();
		const selling = await visit(sellerPath, { as: seller, width: 390 });
		await messageItem(selling, 'Hi! Is it still available?').getByText(buyer.userName).waitFor();

		for (let round = 1; round <= 5; round += 1) {
			await Promise.all([
				sendMessage(buying, `From the buyer, ${round}`),
				sendMessage(selling, `From the seller, ${round}`),
			]);
		}

		await messageItem(buying, 'From the seller, 5').waitFor();
		await messageItem(selling, 'From the buyer, 5').waitFor();
		await messageItem(buying, 'From the buyer, 5').getByText('Read', { exact: true }).waitFor();
		await messageItem(selling, 'From the seller, 5').getByText('Read', { exact: true }).waitFor();
		const texts = await messageTexts(buying);
		expect(texts).toHaveLength(11);
		expect(await messageTexts(selling)).toEqual(texts);
		expect(room.buyerId).toBe(buyer.id);
	});

	test('open the same chat with its two numbers in either order', async () => {
		const { seller, buyer, itemId } = await createSellerAndBuyer();
		const page = await visit(`/chat/${itemId}/${seller.id}`, { as: buyer });

		await sendMessage(page, 'The other way round');

		await messageItem(page, 'The other way round').getByText('Sent', { exact: true }).waitFor();
		await page.goto(`/chat/${buyer.id}/${itemId}`);
		await messageItem(page, 'The other way round').waitFor();
	});

	test('see the time of each message as hours and minutes, under its day', async () => {
		const { buyer, buyerPath } = await createSellerAndBuyer();
		const page = await visit(buyerPath, { as: buyer });

		await sendMessage(page, 'What time is it?');

		const sentItem = messageItem(page, 'What time is it?');
		expect(await sentItem.locator('time').innerText()).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
		await page.getByRole('log').getByText('Today', { exact: true }).waitFor();
	});

	test('see their own messages on the right and the other’s on the left', async () => {
		const { seller, buyer, buyerPath, room } = await createSellerAndBuyer();
		await sendMessagesAs(buyer, room, 'On the right');
		await sendMessagesAs(seller, room, 'On the left');
		const page = await visit(buyerPath, { as: buyer, width: 360 });

		const own = await page.getByText('On the right', { exact: true }).boundingBox();
		const other = await page.getByText('On the left', { exact: true }).boundingBox();

		expect(own?.x).toBeGreaterThan(other?.x ?? 360);
	});

	test('see the delivery state of a message: sent, delivered, read', async () => {
		const { seller, buyer, buyerPath, sellerPath } = await createSellerAndBuyer();
		const buying = await visit(buyerPath, { as: buyer });
		await sendMessage(buying, 'First');
		await messageItem(buying, 'First').getByText('Sent', { exact: true }).waitFor();

		const selling = await visit('/chats?side=selling', { as: seller });
		await selling.getByRole('link', { name: /First/ }).waitFor();
		await sendMessage(buying, 'Second');
		await messageItem(buying, 'Second').getByText('Delivered', { exact: true }).waitFor();

		await selling.goto(sellerPath);
		await messageItem(buying, 'First').getByText('Read', { exact: true }).waitFor();
		await messageItem(buying, 'Second').getByText('Read', { exact: true }).waitFor();
	});

	test('see when the other is online and typing', async () => {
		const { seller, buyer, buyerPath, sellerPath, room } = await createSellerAndBuyer();
		await sendMessagesAs(buyer, room, 'Hello');
		const buying = await visit(buyerPath, { as: buyer });
		await waitUntilReady(buying);
		expect(await buying.getByText(CHAT_MESSAGES.online).count()).toBe(0);

		const selling = await visit(sellerPath, { as: seller });
		await buying.getByText(CHAT_MESSAGES.online).waitFor();
		await waitUntilReady(selling);
		await composer(selling).pressSequentially('Let me look');

		const sign = buying.getByText(CHAT_MESSAGES.typing(seller.userName));
		await sign.waitFor({ state: 'attached' });
		await composer(selling).press('Enter');
		await messageItem(buying, 'Let me look').waitFor();
		await sign.waitFor({ state: 'detached' });
		await selling.close();
		await buying.getByText(CHAT_MESSAGES.online).waitFor({ state: 'detached' });
	});
});

describe('the message input', () => {
	test('sends the trimmed text on Enter, breaks the line on Shift+Enter, and ignores blank text', async () => {
		const { buyer, buyerPath } = await createSellerAndBuyer();
		const page = await visit(buyerPath, { as: buyer });
		await waitUntilReady(page);

		await sendMessage(page, '   ');
		await composer(page).fill('  One');
		await composer(page).press('Shift+Enter');
		await composer(page).pressSequentially('two  ');
		await composer(page).press('Enter');

		await page.getByRole('log').getByText('Sent', { exact: true }).waitFor({ state: 'attached' });
		expect(await messageTexts(page)).toEqual(['One\ntwo']);
		expect(await composer(page).inputValue()).toBe('');
		await composer(page).and(page.locator(':focus')).waitFor();
	});

	test('sends with the button too, and keeps the focus', async () => {
		const { buyer, buyerPath } = await createSellerAndBuyer();
		const page = await visit(buyerPath, { as: buyer, width: 360 });
		await waitUntilReady(page);

		await composer(page).fill('By hand');
		await page.getByRole('button', { name: 'Send' }).click();

		await messageItem(page, 'By hand').waitFor();
		await composer(page).and(page.locator(':focus')).waitFor();
	});

	test('counts the characters of a text that is too long and does not send it', async () => {
		const { buyer, buyerPath } = await createSellerAndBuyer();
		const page = await visit(buyerPath, { as: buyer });
		await waitUntilReady(page);

		await composer(page).fill('x'.repeat(2001));
		await composer(page).press('Enter');

		await page.getByText('2,001/2,000').waitFor();
		await page.getByRole('alert').getByText(CHAT_MESSAGES.text).waitFor();
		expect(await messageTexts(page)).toEqual([]);
		await composer(page).fill('😀'.repeat(2000));
		await composer(page).press('Enter');
		await page.getByRole('log').getByText('Sent', { exact: true }).waitFor({ state: 'attached' });
	});

	test('keeps a draft across a reload', async () => {
		const { buyer, buyerPath } = await createSellerAndBuyer();
		const page = await visit(buyerPath, { as: buyer });
		await waitUntilReady(page);
		await composer(page).fill('I was about to say');

		await page.reload();

		await page.waitForFunction(
			() => document.querySelector('textarea')?.value === 'I was about to say',
		);
	});

	test('works by keyboard alone', async () => {
		const { seller, buyer, buyerPath } = await createSellerAndBuyer();
		const page = await visit(buyerPath, { as: buyer });
		await waitUntilReady(page);

		await typeByKeyboard(page, composer(page), 'No mouse');
		await page.keyboard.press('Enter');
		await messageItem(page, 'No mouse').waitFor();
		await page.keyboard.press('Shift+Tab');
		await page.getByRole('log').and(page.locator(':focus')).waitFor();
		await page.reload();
		await waitUntilReady(page);
		await pressByKeyboard(page, page.getByRole('button', { name: 'Chat options' }));
		await page.keyboard.press('Enter');

		await page.getByRole('dialog', { name: CHAT_MESSAGES.report(seller.userName) }).waitFor();
		await page.keyboard.press('Escape');
		await page.getByRole('button', { name: 'Chat options' }).and(page.locator(':focus')).waitFor();
		await tabTo(page, composer(page));
	});
});

describe('a long chat', () => {
	const lines = Array.from({ length: 260 }, (_, index) => `Line ${index + 1}`);

	test('opens at its end, loads older messages on scrolling up, and keeps the reading position', async () => {
		const { buyer, buyerPath, room } = await createSellerAndBuyer();
		await sendMessagesAs(buyer, room, ...lines);
		const page = await visit(buyerPath, { as: buyer, width: 360 });
		await page.getByText('Line 260', { exact: true }).waitFor();
		const log = page.getByRole('log');
		await page.waitForFunction(() => {
			const element = document.querySelector('[role=log]');
			return element && element.scrollHeight - element.scrollTop - element.clientHeight < 2;
		});
		expect(await page.getByText('Line 60', { exact: true }).count()).toBe(0);

		const oldest = page.getByText('Line 61', { exact: true });
		await log.evaluate((element) => element.scrollTo({ top: 0, behavior: 'instant' }));
		await page.getByText('Line 60', { exact: true }).waitFor({ state: 'attached' });

		await oldest.waitFor();
		const bounds = await oldest.boundingBox();
		expect(bounds?.y).toBeGreaterThan(0);
		expect(bounds?.y).toBeLessThan(780);
		while ((await page.getByText('Line 1', { exact: true }).count()) === 0) {
			await log.evaluate((element) => element.scrollTo({ top: 0, behavior: 'instant' }));
		}
		await page.getByRole('button', { name: 'Show older messages' }).waitFor({ state: 'detached' });
		expect(await messageTexts(page)).toEqual(lines);
	});

	test('keeps the position of a reader who has just scrolled up, although new messages scroll the chat down', async () => {
		const { seller, buyer, buyerPath, room } = await createSellerAndBuyer();
		await sendMessagesAs(buyer, room, ...lines.slice(0, 60));
		const page = await visit(buyerPath, { as: buyer, width: 360 });
		await waitUntilReady(page);
		await page.clock.install();
		await sendMessagesAs(seller, room, 'Are you there?');
		await messageItem(page, 'Are you there?').waitFor();
		const log = page.getByRole('log');

		await log.evaluate((element) => {
			// Scroll events arrive with the next frame, which is late on a busy phone; here they never arrive.
			window.addEventListener('scroll', (event) => event.stopImmediatePropagation(), true);
			element.scrollTop = 200;
		});
		await page.clock.runFor(CHAT_LIMITS.scrollDelayMs);

		expect(await log.evaluate((element) => element.scrollTop)).toBe(200);
	});

	test('does not scroll for a reader further up, and announces new messages instead', async () => {
		const { seller, buyer, buyerPath, room } = await createSellerAndBuyer();
		await sendMessagesAs(buyer, room, ...lines.slice(0, 60));
		const page = await visit(buyerPath, { as: buyer, width: 360 });
		await page.getByText('Line 60', { exact: true }).waitFor();
		const log = page.getByRole('log');
		await log.evaluate(scrollUp, 200);

		await sendMessagesAs(seller, room, 'Are you there?');
		const newMessagesButton = page.getByRole('button', { name: CHAT_MESSAGES.newMessages });
		await newMessagesButton.waitFor();
		expect(await log.evaluate((element) => element.scrollTop)).toBe(200);
		await newMessagesButton.click();

		await page.waitForFunction(() => {
			const element = document.querySelector('[role=log]');
			return element && element.scrollHeight - element.scrollTop - element.clientHeight < 2;
		});
		await newMessagesButton.waitFor({ state: 'detached' });
		await log.and(page.locator(':focus')).waitFor();
	});
});

describe('against scams', () => {
	test('only the receiver sees a calm warning, once per group of messages', async () => {
		const { seller, buyer, buyerPath, sellerPath, room } = await createSellerAndBuyer();
		await sendMessagesAs(buyer, room, 'Can I pay later?');
		await sendMessagesAs(
			seller,
			room,
			'Scan this QR',
			'and tell me the OTP',
			'www.example.com/pay',
		);
		const buying = await visit(buyerPath, { as: buyer, width: 360 });

		await buying.getByText(CHAT_MESSAGES.scamWarning).waitFor();
		await buying.getByText(CHAT_MESSAGES.linkWarning).waitFor();

		expect(await buying.getByText(CHAT_MESSAGES.scamWarning).count()).toBe(1);
		const selling = await visit(sellerPath, { as: seller });
		await messageItem(selling, 'and tell me the OTP').waitFor();
		expect(await selling.getByText(CHAT_MESSAGES.scamWarning).count()).toBe(0);
		expect(await selling.getByText(CHAT_MESSAGES.linkWarning).count()).toBe(0);
	});

	test('links open safely and nothing else becomes a link', async () => {
		const { seller, buyer, buyerPath, room } = await createSellerAndBuyer();
		await sendMessagesAs(buyer, room, 'Hi');
		await sendMessagesAs(
			seller,
			room,
			'See https://example.com/a?b=c or javascript:alert(1) <b>bold</b>',
		);
		const page = await visit(buyerPath, { as: buyer });

		const link = page.getByRole('log').getByRole('link');
		await link.waitFor();

		expect(await link.innerText()).toBe('https://example.com/a?b=c');
		expect(await link.getAttribute('href')).toBe('https://example.com/a?b=c');
		expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc');
		expect(await link.getAttribute('target')).toBe('_blank');
		await page.getByRole('log').getByText('<b>bold</b>').waitFor();
	});
});

test('axe finds nothing wrong in a chat, with its menu open and closed, on phone and desktop, light and dark', async () => {
	const { seller, buyer, buyerPath, room } = await createSellerAndBuyer({
		title: 'Engineering-Mathematics-by-B.S.-Grewal-forty-fourth-edition, hardly used',
	});
	await sendMessagesAs(buyer, room, 'Is it available?', 'w'.repeat(300));
	await sendMessagesAs(
		seller,
		room,
		'Scan the QR at https://example.com/a-very-long-address/that-goes-on',
	);
	const page = await visit(buyerPath, { as: buyer, width: 360 });
	await waitUntilReady(page);
	await page.getByText(CHAT_MESSAGES.scamWarning).waitFor();
	await composer(page).fill('x'.repeat(2001));

	await expectAccessibleInAllViewports(page);
	await page.getByRole('button', { name: 'Chat options' }).click();
	await page.getByRole('menu').waitFor();
	await expectAccessibleInAllViewports(page);
});
