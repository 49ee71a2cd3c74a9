import { describe, expect, inject, test } from 'vitest';
import { BLOCK_MESSAGES } from '#contract/blocks.ts';
import { CHAT_MESSAGES } from '#contract/chat-facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { blockAs, composer, meet, ready, said, wordsOn, write } from '#tests/support/chat-page.ts';
import { writeAs } from '#tests/support/chatting.ts';
import { pressByKeyboard, tabTo, typeByKeyboard } from '#tests/support/keyboard.ts';
import { expectOpenInAllLooks } from '#tests/support/looks.ts';
import { markSoldAs } from '#tests/support/people.ts';

const { visit } = await openBrowser();

/** Runs in the page. While the chat has just opened, it may still go to its end once more. */
async function scrollUp(box: Element, top: number): Promise<void> {
	while (box.scrollTop !== top) {
		const scrolled = new Promise((resolve) => {
			box.addEventListener('scroll', resolve, { once: true });
		});
		box.scrollTop = top;
		await scrolled;
	}
}

describe('a buyer and a seller', () => {
	test('talk, each on their own page, and read the same in the same order', async () => {
		const { seller, buyer, buyerPath, sellerPath, room } = await meet();
		const buying = await visit(buyerPath, { as: buyer });
		await buying.getByRole('heading', { name: CHAT_MESSAGES.heading, level: 1 }).waitFor();
		await write(buying, 'Hi! Is it still available?');
		await said(buying, 'Hi! Is it still available?').getByText(CHAT_MESSAGES.own).waitFor();
		const selling = await visit(sellerPath, { as: seller, width: 390 });
		await said(selling, 'Hi! Is it still available?').getByText(buyer.userName).waitFor();

		for (let round = 1; round <= 5; round += 1) {
			await Promise.all([
				write(buying, `From the buyer, ${round}`),
				write(selling, `From the seller, ${round}`),
			]);
		}

		await said(buying, 'From the seller, 5').waitFor();
		await said(selling, 'From the buyer, 5').waitFor();
		await said(buying, 'From the buyer, 5').getByText('Read', { exact: true }).waitFor();
		await said(selling, 'From the seller, 5').getByText('Read', { exact: true }).waitFor();
		const words = await wordsOn(buying);
		expect(words).toHaveLength(11);
		expect(await wordsOn(selling)).toEqual(words);
		expect(room.buyerId).toBe(buyer.id);
	});

	test('find the chat by its two numbers in either order', async () => {
		const { seller, buyer, itemId } = await meet();
		const page = await visit(`/chat/${itemId}/${seller.id}`, { as: buyer });

		await write(page, 'The other way round');

		await said(page, 'The other way round').getByText('Sent', { exact: true }).waitFor();
		await page.goto(`/chat/${buyer.id}/${itemId}`);
		await said(page, 'The other way round').waitFor();
	});

	test('see when it was said as hours and minutes, under the day', async () => {
		const { buyer, buyerPath } = await meet();
		const page = await visit(buyerPath, { as: buyer });

		await write(page, 'What time is it?');

		const line = said(page, 'What time is it?');
		expect(await line.locator('time').innerText()).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
		await page.getByRole('log').getByText('Today', { exact: true }).waitFor();
	});

	test('have what they wrote on the right, and what was written to them on the left', async () => {
		const { seller, buyer, buyerPath, room } = await meet();
		await writeAs(buyer, room, 'On the right');
		await writeAs(seller, room, 'On the left');
		const page = await visit(buyerPath, { as: buyer, width: 360 });

		const own = await page.getByText('On the right', { exact: true }).boundingBox();
		const other = await page.getByText('On the left', { exact: true }).boundingBox();

		expect(own?.x).toBeGreaterThan(other?.x ?? 360);
	});

	test('see how far a message has come: sent, on their device, read', async () => {
		const { seller, buyer, buyerPath, sellerPath } = await meet();
		const buying = await visit(buyerPath, { as: buyer });
		await write(buying, 'First');
		await said(buying, 'First').getByText('Sent', { exact: true }).waitFor();

		const selling = await visit('/chats?side=selling', { as: seller });
		await selling.getByRole('link', { name: /First/ }).waitFor();
		await write(buying, 'Second');
		await said(buying, 'Second').getByText('Delivered', { exact: true }).waitFor();

		await selling.goto(sellerPath);
		await said(buying, 'First').getByText('Read', { exact: true }).waitFor();
		await said(buying, 'Second').getByText('Read', { exact: true }).waitFor();
	});

	test('see that the other is here, and writes', async () => {
		const { seller, buyer, buyerPath, sellerPath, room } = await meet();
		await writeAs(buyer, room, 'Hello');
		const buying = await visit(buyerPath, { as: buyer });
		await ready(buying);
		expect(await buying.getByText(CHAT_MESSAGES.hereNow).count()).toBe(0);

		const selling = await visit(sellerPath, { as: seller });
		await buying.getByText(CHAT_MESSAGES.hereNow).waitFor();
		await ready(selling);
		await composer(selling).pressSequentially('Let me look');

		const sign = buying.getByText(CHAT_MESSAGES.typing(seller.userName));
		await sign.waitFor({ state: 'attached' });
		await composer(selling).press('Enter');
		await said(buying, 'Let me look').waitFor();
		await sign.waitFor({ state: 'detached' });
		await selling.close();
		await buying.getByText(CHAT_MESSAGES.hereNow).waitFor({ state: 'detached' });
	});
});

describe('where one writes', () => {
	test('Enter sends the trimmed text, Shift+Enter begins a line, and spaces alone are nothing', async () => {
		const { buyer, buyerPath } = await meet();
		const page = await visit(buyerPath, { as: buyer });
		await ready(page);

		await write(page, '   ');
		await composer(page).fill('  One');
		await composer(page).press('Shift+Enter');
		await composer(page).pressSequentially('two  ');
		await composer(page).press('Enter');

		await page.getByRole('log').getByText('Sent', { exact: true }).waitFor({ state: 'attached' });
		expect(await wordsOn(page)).toEqual(['One\ntwo']);
		expect(await composer(page).inputValue()).toBe('');
		await composer(page).and(page.locator(':focus')).waitFor();
	});

	test('the button sends as well, and the focus stays where one writes', async () => {
		const { buyer, buyerPath } = await meet();
		const page = await visit(buyerPath, { as: buyer, width: 360 });
		await ready(page);

		await composer(page).fill('By hand');
		await page.getByRole('button', { name: 'Send' }).click();

		await said(page, 'By hand').waitFor();
		await composer(page).and(page.locator(':focus')).waitFor();
	});

	test('what is too long is counted and not sent', async () => {
		const { buyer, buyerPath } = await meet();
		const page = await visit(buyerPath, { as: buyer });
		await ready(page);

		await composer(page).fill('x'.repeat(2001));
		await composer(page).press('Enter');

		await page.getByText('2,001/2,000').waitFor();
		await page.getByRole('alert').getByText(CHAT_MESSAGES.text).waitFor();
		expect(await wordsOn(page)).toEqual([]);
		await composer(page).fill('😀'.repeat(2000));
		await composer(page).press('Enter');
		await page.getByRole('log').getByText('Sent', { exact: true }).waitFor({ state: 'attached' });
	});

	test('what is half typed is still there after a reload', async () => {
		const { buyer, buyerPath } = await meet();
		const page = await visit(buyerPath, { as: buyer });
		await ready(page);
		await composer(page).fill('I was about to say');

		await page.reload();

		await page.waitForFunction(
			() => document.querySelector('textarea')?.value === 'I was about to say',
		);
	});

	test('all of it works by keyboard alone', async () => {
		const { seller, buyer, buyerPath } = await meet();
		const page = await visit(buyerPath, { as: buyer });
		await ready(page);

		await typeByKeyboard(page, composer(page), 'No mouse');
		await page.keyboard.press('Enter');
		await said(page, 'No mouse').waitFor();
		await page.keyboard.press('Shift+Tab');
		await page.getByRole('log').and(page.locator(':focus')).waitFor();
		await page.reload();
		await ready(page);
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

	test('opens at its end, brings older messages as one scrolls up, and stays where one reads', async () => {
		const { buyer, buyerPath, room } = await meet();
		await writeAs(buyer, room, ...lines);
		const page = await visit(buyerPath, { as: buyer, width: 360 });
		await page.getByText('Line 260', { exact: true }).waitFor();
		const log = page.getByRole('log');
		await page.waitForFunction(() => {
			const box = document.querySelector('[role=log]');
			return box && box.scrollHeight - box.scrollTop - box.clientHeight < 2;
		});
		expect(await page.getByText('Line 60', { exact: true }).count()).toBe(0);

		const oldest = page.getByText('Line 61', { exact: true });
		await log.evaluate((box) => box.scrollTo({ top: 0, behavior: 'instant' }));
		await page.getByText('Line 60', { exact: true }).waitFor({ state: 'attached' });

		await oldest.waitFor();
		const place = await oldest.boundingBox();
		expect(place?.y).toBeGreaterThan(0);
		expect(place?.y).toBeLessThan(780);
		while ((await page.getByText('Line 1', { exact: true }).count()) === 0) {
			await log.evaluate((box) => box.scrollTo({ top: 0, behavior: 'instant' }));
		}
		await page.getByRole('button', { name: 'Show older messages' }).waitFor({ state: 'detached' });
		expect(await wordsOn(page)).toEqual(lines);
	});

	test('does not move under a reader further up, who is told of new messages', async () => {
		const { seller, buyer, buyerPath, room } = await meet();
		await writeAs(buyer, room, ...lines.slice(0, 60));
		const page = await visit(buyerPath, { as: buyer, width: 360 });
		await page.getByText('Line 60', { exact: true }).waitFor();
		const log = page.getByRole('log');
		await log.evaluate(scrollUp, 200);

		await writeAs(seller, room, 'Are you there?');
		const news = page.getByRole('button', { name: CHAT_MESSAGES.newMessages });
		await news.waitFor();
		expect(await log.evaluate((box) => box.scrollTop)).toBe(200);
		await news.click();

		await page.waitForFunction(() => {
			const box = document.querySelector('[role=log]');
			return box && box.scrollHeight - box.scrollTop - box.clientHeight < 2;
		});
		await news.waitFor({ state: 'detached' });
		await log.and(page.locator(':focus')).waitFor();
	});
});

describe('against fraud', () => {
	test('the receiver, and nobody else, is calmly warned, once per run', async () => {
		const { seller, buyer, buyerPath, sellerPath, room } = await meet();
		await writeAs(buyer, room, 'Can I pay later?');
		await writeAs(seller, room, 'Scan this QR', 'and tell me the OTP', 'www.example.com/pay');
		const buying = await visit(buyerPath, { as: buyer, width: 360 });

		await buying.getByText(CHAT_MESSAGES.caution).waitFor();
		await buying.getByText(CHAT_MESSAGES.linkCaution).waitFor();

		expect(await buying.getByText(CHAT_MESSAGES.caution).count()).toBe(1);
		const selling = await visit(sellerPath, { as: seller });
		await said(selling, 'and tell me the OTP').waitFor();
		expect(await selling.getByText(CHAT_MESSAGES.caution).count()).toBe(0);
		expect(await selling.getByText(CHAT_MESSAGES.linkCaution).count()).toBe(0);
	});

	test('links lead out safely, and nothing else becomes one', async () => {
		const { seller, buyer, buyerPath, room } = await meet();
		await writeAs(buyer, room, 'Hi');
		await writeAs(seller, room, 'See https://example.com/a?b=c or javascript:alert(1) <b>bold</b>');
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

describe('what stands above a chat', () => {
	test('is its item, which leads to it, and says when it is sold; the chat goes on', async () => {
		const { seller, buyer, buyerPath, itemId, room } = await meet({ title: 'Drafter' });
		await writeAs(buyer, room, 'Is it still there?');
		await markSoldAs(seller, itemId);
		const page = await visit(buyerPath, { as: buyer, width: 360 });

		const item = page.getByRole('link', { name: /Drafter ₹850 Sold/ });
		await item.waitFor();
		await write(page, 'Oh, a pity');
		await said(page, 'Oh, a pity').getByText('Sent', { exact: true }).waitFor();
		await item.click();

		await page.waitForURL(`/item/${itemId}`);
	});

	test('leads back to the chats on a phone, where nothing stands below the line one writes in', async () => {
		const { buyer, buyerPath } = await meet();
		const page = await visit(buyerPath, { as: buyer, width: 360 });
		await ready(page);

		expect(await page.getByRole('contentinfo').isVisible()).toBe(false);
		expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false);
		const place = await page
			.locator('form')
			.filter({ has: composer(page) })
			.boundingBox();
		expect((place?.y ?? 0) + (place?.height ?? 0)).toBeCloseTo(780, 0);
		await page.getByRole('link', { name: 'Back to my chats' }).click();

		await page.waitForURL('/chats');
	});

	test('has the other chats beside it on wide screens, and goes from one to the next', async () => {
		const { seller, buyer, buyerPath, room } = await meet({ title: 'First thing' });
		await writeAs(buyer, room, 'About the first');
		const second = await meet({ title: 'Second thing' });
		const other = { itemId: second.itemId, buyerId: buyer.id };
		await writeAs(buyer, other, 'About the second');
		const page = await visit(buyerPath, { as: buyer, width: 1440 });
		await said(page, 'About the first').waitFor();

		await page.getByRole('link', { name: /Second thing.*About the second/ }).click();
		await said(page, 'About the second').waitFor();
		expect(await said(page, 'About the first').count()).toBe(0);
		await write(page, 'Said in the second');
		await said(page, 'Said in the second').getByText('Sent', { exact: true }).waitFor();
		await page.goBack();

		await said(page, 'About the first').waitFor();
		expect(await wordsOn(page)).toEqual(['About the first']);
		await writeAs(seller, room, 'Heard you');
		await said(page, 'Heard you').waitFor();
	});

	test('a seller who has chosen no buyer chooses one first', async () => {
		const { seller, itemId } = await meet();
		const page = await visit(`/chat/${seller.id}/${itemId}`, { as: seller });

		await page.waitForURL(`/availableBuyers/${itemId}`);
	});

	test('a seller waits until the buyer has written, and may answer from then on', async () => {
		const { seller, buyer, sellerPath, room } = await meet();
		const page = await visit(sellerPath, { as: seller });
		await page.getByText(CHAT_MESSAGES.buyerFirst).waitFor();
		await page.getByText(CHAT_MESSAGES.nothingSaid(buyer.userName)).waitFor();

		await writeAs(buyer, room, 'Good evening');

		await said(page, 'Good evening').waitFor();
		await write(page, 'Good evening to you');
		await said(page, 'Good evening to you').getByText('Sent', { exact: true }).waitFor();
	});
});

describe('the options of a chat', () => {
	test('report the other side, with the chat’s own dialog', async () => {
		const { seller, buyer, buyerPath, room } = await meet();
		await writeAs(buyer, room, 'Hi');
		const page = await visit(buyerPath, { as: buyer, width: 360 });

		await page.getByRole('button', { name: 'Chat options' }).click();
		await page.getByRole('menuitem', { name: CHAT_MESSAGES.report(seller.userName) }).click();

		const dialog = page.getByRole('dialog', { name: CHAT_MESSAGES.report(seller.userName) });
		await dialog.getByRole('textbox').fill('Was rude.');
		await dialog.getByRole('button', { name: 'Submit Report' }).click();
		await page.getByText('User reported successfully').waitFor();
		await dialog.waitFor({ state: 'hidden' });
	});

	test('block the other side: neither hears the other, until they may write again', async () => {
		const { seller, buyer, buyerPath, sellerPath, room } = await meet();
		await writeAs(buyer, room, 'Hi');
		const buying = await visit(buyerPath, { as: buyer });
		await ready(buying);

		await buying.getByRole('button', { name: 'Chat options' }).click();
		await buying.getByRole('menuitem', { name: BLOCK_MESSAGES.block(seller.userName) }).click();
		const question = buying.getByRole('alertdialog');
		await question.getByText(BLOCK_MESSAGES.confirm(seller.userName)).waitFor();
		await question.getByRole('button', { name: 'Block', exact: true }).click();
		await buying.getByText(CHAT_MESSAGES.blockedByYou).waitFor();
		expect(await composer(buying).count()).toBe(0);

		const selling = await visit(sellerPath, { as: seller });
		await write(selling, 'Nobody hears this');
		await said(selling, 'Nobody hears this').getByText('Sent', { exact: true }).waitFor();

		await buying.getByRole('button', { name: BLOCK_MESSAGES.unblock(seller.userName) }).click();
		await write(buying, 'Sorry about that');
		await said(selling, 'Sorry about that').waitFor();
		expect(await wordsOn(buying)).not.toContain('Nobody hears this');
	});

	test('a message that the server refuses says why, and goes again or away', async () => {
		const { seller, buyer, buyerPath, room } = await meet();
		await writeAs(buyer, room, 'Before');
		const page = await visit(buyerPath, { as: buyer });
		await ready(page);
		await blockAs(inject('marketAddress'), buyer, seller);

		await write(page, 'Refused');
		const line = said(page, 'Refused');
		await line.getByText(CHAT_MESSAGES.blockedByYou).waitFor();
		await blockAs(inject('marketAddress'), buyer, seller, 'DELETE');
		await line.getByRole('button', { name: CHAT_MESSAGES.sendAgain }).click();
		await line.getByText('Sent', { exact: true }).waitFor();

		await blockAs(inject('marketAddress'), buyer, seller);
		await write(page, 'Thrown away');
		await said(page, 'Thrown away').getByRole('button', { name: CHAT_MESSAGES.discard }).click();

		await said(page, 'Thrown away').waitFor({ state: 'detached' });
		await page.reload();
		await page.getByText(CHAT_MESSAGES.blockedByYou).waitFor();
		await said(page, 'Refused').waitFor();
		expect(await wordsOn(page)).toEqual(['Before', 'Refused']);
	});
});

test('a chat is open to all, with its menu and without, on a phone or a desk, light or dark', async () => {
	const { seller, buyer, buyerPath, room } = await meet({
		title: 'Engineering-Mathematics-by-B.S.-Grewal-forty-fourth-edition, hardly used',
	});
	await writeAs(buyer, room, 'Is it available?', 'w'.repeat(300));
	await writeAs(
		seller,
		room,
		'Scan the QR at https://example.com/a-very-long-address/that-goes-on',
	);
	const page = await visit(buyerPath, { as: buyer, width: 360 });
	await ready(page);
	await page.getByText(CHAT_MESSAGES.caution).waitFor();
	await composer(page).fill('x'.repeat(2001));

	await expectOpenInAllLooks(page);
	await page.getByRole('button', { name: 'Chat options' }).click();
	await page.getByRole('menu').waitFor();
	await expectOpenInAllLooks(page);
});
