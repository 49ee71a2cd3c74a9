import { expect, test } from 'vitest';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { holdLine } from '#tests/support/chat-line.ts';
import { meet, ready, said, wordsOn, writeWithoutLine } from '#tests/support/chat-page.ts';
import { writeAs } from '#tests/support/chatting.ts';

const { visit } = await openBrowser();

test('an unsent message is sent after the user leaves the other chat that is open meanwhile', async () => {
	const { seller, buyer, buyerPath, sellerPath, room } = await meet({ title: 'First thing' });
	await writeAs(buyer, room, 'About the first');
	const { itemId, seller: another } = await meet({ title: 'Second thing' });
	await writeAs(buyer, { itemId, buyerId: buyer.id }, 'About the second');
	const selling = await visit(sellerPath, { as: seller });
	await ready(selling);
	const buying = await visit(`/chat/${another.id}/${itemId}`, { as: buyer, width: 360 });
	await ready(buying);
	const back = buying.getByRole('link', { name: 'Back to my chats' });
	await back.click();
	await buying.getByRole('link', { name: /First thing/ }).click();
	await buying.waitForURL(buyerPath);
	await ready(buying);
	await writeWithoutLine(buying, 'I take it, 5 pm');

	await back.click();
	await buying.getByRole('link', { name: /Second thing/ }).click();
	const offline = buying.getByRole('status').filter({ hasText: CHAT_MESSAGES.openedOffline });
	await offline.waitFor();
	await buying.context().setOffline(false);
	await offline.waitFor({ state: 'detached' });
	await ready(buying);
	await back.click();

	await said(selling, 'I take it, 5 pm').waitFor();
	expect(await wordsOn(selling)).toEqual(['About the first', 'I take it, 5 pm']);
});

test('an unsent message is sent after a reload on another page', async () => {
	const { seller, buyer, buyerPath, sellerPath, room } = await meet();
	await writeAs(buyer, room, 'Hi');
	const selling = await visit(sellerPath, { as: seller });
	await ready(selling);
	const page = await visit('/about', { as: buyer });
	const line = await holdLine(page.context());
	await page.goto(buyerPath);
	await ready(page);
	await writeWithoutLine(page, 'Kept');
	line.cut();
	await page.context().setOffline(false);
	await page.goto('/about');
	line.mend();

	await said(selling, 'Kept').waitFor();
	expect(await wordsOn(selling)).toEqual(['Hi', 'Kept']);
});
