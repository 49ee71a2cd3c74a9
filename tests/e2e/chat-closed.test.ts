import { expect, test } from 'vitest';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { meet, said, wordsOn, writeWithoutLine } from '#tests/support/chat-page.ts';
import { readAs, writeAs } from '#tests/support/chatting.ts';
import { openOffice } from '#tests/support/office.ts';

const { visit } = await openBrowser();
const office = await openOffice();
const ban = office.callAs(await office.admin());

test.each([
	['the thing', ({ itemId }: { itemId: number }) => `/admin/items/${itemId}/ban`],
	['the seller', ({ seller }: { seller: { id: number } }) => `/admin/users/${seller.id}/ban`],
])(
	'messages written before %s was banned can still be read and then no longer count as unread',
	async (_, pathOf) => {
		const met = await meet();
		const { seller, buyer, buyerPath, room } = met;
		await writeAs(buyer, room, 'Is it there?');
		await writeAs(seller, room, 'Pay to x@upi first');
		await ban('PUT', pathOf(met), {});
		const page = await visit('/chats', { as: buyer });
		await page.getByRole('link', { name: 'My Chats, 1 unread' }).waitFor();

		await page
			.getByRole('list', { name: /^Chats with/ })
			.getByRole('link')
			.click();

		await page.waitForURL(buyerPath);
		await said(page, 'Pay to x@upi first').waitFor();
		expect(await wordsOn(page)).toEqual(['Is it there?', 'Pay to x@upi first']);
		await page.getByRole('link', { name: 'My Chats', exact: true }).first().waitFor();
		await page.getByText(CHAT_MESSAGES.closed, { exact: true }).waitFor();
		expect(await page.getByText(CHAT_MESSAGES.errorTitle).count()).toBe(0);
	},
);

test('a closed chat shows the read mark of the other side when it is opened again', async () => {
	const { itemId, buyer, seller, buyerPath, room } = await meet();
	await writeAs(buyer, room, 'Is it there?');
	await readAs(seller, room);
	await writeAs(buyer, room, 'Hello?');
	await ban('PUT', `/admin/items/${itemId}/ban`, {});

	const page = await visit(buyerPath, { as: buyer });

	await said(page, 'Is it there?').getByText('Read', { exact: true }).waitFor();
	await said(page, 'Hello?').getByText('Sent', { exact: true }).waitFor();
});

test('an unsent message in a chat that was closed meanwhile is not shown as waiting to be sent', async () => {
	const { itemId, buyer, seller, buyerPath, room } = await meet();
	await writeAs(buyer, room, 'Is it there?');
	await writeAs(seller, room, 'It is');
	const page = await visit(buyerPath, { as: buyer });
	await said(page, 'It is').waitFor();
	await writeWithoutLine(page, 'I take it');
	await ban('PUT', `/admin/items/${itemId}/ban`, {});

	await page.context().setOffline(false);

	await said(page, 'I take it').getByRole('alert').getByText(CHAT_MESSAGES.closed).waitFor();
	expect(await said(page, 'I take it').getByText(CHAT_MESSAGES.notSent).count()).toBe(0);
	expect(await page.getByText(CHAT_MESSAGES.errorTitle).count()).toBe(0);
});

test('the placeholder of a removed photo fits its small frame', async () => {
	const { itemId, buyer, buyerPath, room } = await meet();
	await writeAs(buyer, room, 'Is it there?');
	await ban('PUT', `/admin/items/${itemId}/ban`, {});

	const page = await visit(buyerPath, { as: buyer, width: 360 });

	const mark = page.getByRole('link', { name: 'Taken down' }).getByText('No Image');
	const frame = mark.locator('xpath=ancestor::*[contains(@class, "overflow-hidden")][1]');
	expect(await frame.evaluate((of) => of.scrollHeight - of.clientHeight)).toBe(0);
});
